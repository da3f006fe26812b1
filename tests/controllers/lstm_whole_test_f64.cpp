#include "controllers/lstm.hpp"

#include <catch2/catch.hpp>

#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("an LSTM step by step is the whole sequence at once, in value and gradient") {
  for (const size_t size : {5, 256})  // a layer that is fed 256 numbers takes them in one product
    for (const size_t layers : {1, 2, 3})
      for (const bool skips : {false, true})
        for (const size_t steps : {1, 2, 9}) {
          if (size == 256 && (layers == 3 || steps == 9)) continue;  // which would take long
          INFO(size << " cells, " << layers << " layers, skips " << skips << ", " << steps << " steps");
          testing::check_steps_are_the_whole(testing::Alone<LstmController>(LstmSettings{size, layers, skips}), steps);
        }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
