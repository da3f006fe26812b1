#include "controllers/lstm.hpp"

#include <catch2/catch.hpp>

#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

using testing::How;
using testing::largest;
using testing::largest_difference;

TEST_CASE("an LSTM step by step is the whole sequence at once, in value and gradient") {
  for (const size_t size : {5, 256})  // a layer that is fed 256 numbers takes them in one product
    for (const size_t layers : {1, 2, 3})
      for (const bool skips : {false, true})
        for (const size_t steps : {1, 2, 9}) {
          if (size == 256 && (layers == 3 || steps == 9)) continue;  // which would take long
          INFO(size << " cells, " << layers << " layers, skips " << skips << ", " << steps << " steps");
          const testing::Alone<LstmController> net(LstmSettings{size, layers, skips});
          const auto inputs = testing::some_inputs(steps, 3);
          const auto stepwise = testing::run(net, How::kStepByStep, inputs, steps, 3);
          const auto whole = testing::run(net, How::kAtOnce, inputs, steps, 3);
          CHECK(largest(stepwise.outputs) > 0.05);
          CHECK(largest_difference(stepwise.outputs, whole.outputs) < 1e-13);
          CHECK(largest_difference(stepwise.parameters, whole.parameters) < 1e-12 * (1 + largest(stepwise.parameters)));
          CHECK(largest_difference(stepwise.inputs, whole.inputs) < 1e-12);
          CHECK(largest(stepwise.inputs) > 0.001);
        }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
