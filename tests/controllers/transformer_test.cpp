#include "controllers/transformer.hpp"

#include <catch2/catch.hpp>

#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

using testing::How;
using testing::largest;
using testing::largest_difference;

TEST_CASE("in float, a Transformer step by step is within 1e-5 of the whole sequence at once") {
  for (const TransformerSettings& settings : testing::several_settings())
    for (const size_t steps : {1, 7, 40}) {
      INFO(settings.size << " " << steps);
      const testing::Transformer net(settings);
      const auto inputs = testing::some_inputs(steps, 2);
      const auto stepwise = testing::run(net, How::kStepByStep, inputs, steps, 2);
      const auto whole = testing::run(net, How::kAtOnce, inputs, steps, 2);
      CHECK(largest(stepwise.outputs) > 0.5);
      CHECK(largest_difference(stepwise.outputs, whole.outputs) < 1e-5 * largest(stepwise.outputs));
      CHECK(largest_difference(stepwise.parameters, whole.parameters) < 1e-5 * largest(stepwise.parameters));
      CHECK(largest_difference(stepwise.inputs, whole.inputs) < 1e-5 * largest(stepwise.inputs));
    }
}

TEST_CASE("what comes later changes no bit of a Transformer's outputs before") {
  for (const TransformerSettings& settings : testing::several_settings())
    for (const How how : {How::kStepByStep, How::kAtOnce}) {
      const size_t steps = 37, changed = 20;  // among the first 32, which are taken at once
      const testing::Transformer net(settings);
      auto inputs = testing::some_inputs(steps, 1);
      const auto before = testing::run(net, how, inputs, steps, 1).outputs;
      inputs[changed * testing::kFeatures] += 1;
      const auto after = testing::run(net, how, inputs, steps, 1).outputs;
      const auto until = static_cast<std::ptrdiff_t>(changed * settings.size);
      CHECK(std::equal(before.begin(), before.begin() + until, after.begin()));
      for (size_t t = changed; t < steps; ++t) {
        const auto at = static_cast<std::ptrdiff_t>(t * settings.size);
        const auto end = at + static_cast<std::ptrdiff_t>(settings.size);
        CHECK_FALSE(std::equal(before.begin() + at, before.begin() + end, after.begin() + at));
      }
    }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
