#include "controllers/gru.hpp"

#include <catch2/catch.hpp>

#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("a GRU step by step is the whole sequence at once, in value and gradient") {
  for (const size_t layers : {1, 2, 3})
    for (const size_t steps : {1, 2, 9}) {
      INFO(layers << " layers, " << steps << " steps");
      testing::check_steps_are_the_whole(testing::Alone<GruController>(GruSettings{5, layers}), steps);
    }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
