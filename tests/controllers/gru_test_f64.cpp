#include "controllers/gru.hpp"

#include <catch2/catch.hpp>

#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

using testing::How;
using testing::largest;
using testing::largest_difference;

TEST_CASE("a GRU step by step is the whole sequence at once, in value and gradient") {
  for (const size_t layers : {1, 2, 3})
    for (const size_t steps : {1, 2, 9}) {
      INFO(layers << " layers, " << steps << " steps");
      const testing::Alone<GruController> net(GruSettings{5, layers});
      const auto inputs = testing::some_inputs(steps, 3);
      const auto stepwise = testing::run(net, How::kStepByStep, inputs, steps, 3);
      const auto whole = testing::run(net, How::kAtOnce, inputs, steps, 3);
      CHECK(largest(stepwise.outputs) > 0.05);
      CHECK(largest_difference(stepwise.outputs, whole.outputs) < 1e-14);
      CHECK(largest_difference(stepwise.parameters, whole.parameters) < 1e-13 * (1 + largest(stepwise.parameters)));
      CHECK(largest_difference(stepwise.inputs, whole.inputs) < 1e-13);
      CHECK(largest(stepwise.inputs) > 0.01);
    }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
