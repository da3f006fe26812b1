#include "controllers/transformer.hpp"

#include <catch2/catch.hpp>

#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/context.hpp"
#include "tests/support/plain_transformer.hpp"
#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::Column;
using testing::How;
using testing::largest;
using testing::largest_difference;
using testing::PlainTransformer;

}  // namespace

TEST_CASE("a Transformer is what plain loops give") {
  for (const TransformerSettings& settings : testing::several_settings()) {
    const size_t steps = 6;
    const testing::Transformer net(settings);
    const auto inputs = testing::some_inputs(steps, 2);
    const auto got = testing::run(net, How::kStepByStep, inputs, steps, 2).outputs;
    for (size_t b = 0; b < 2; ++b) {
      std::vector<Column> episode;
      for (size_t t = 0; t < steps; ++t) {
        const Real* x = inputs.data() + (b * steps + t) * testing::kFeatures;
        episode.emplace_back(x, x + testing::kFeatures);
      }
      const auto right = PlainTransformer(net.store, settings).run(episode);
      for (size_t t = 0; t < steps; ++t)
        for (size_t r = 0; r < settings.size; ++r)
          CHECK(got[(b * steps + t) * settings.size + r] == Approx(right[t][r]).epsilon(1e-11).margin(1e-12));
    }
  }
}

TEST_CASE("a Transformer step by step is the whole sequence at once, in value and gradient") {
  for (const TransformerSettings& settings : testing::several_settings())
    for (const size_t steps : {1, 2, 7, 33}) {
      INFO(settings.size << " " << steps);
      const testing::Transformer net(settings);
      const auto inputs = testing::some_inputs(steps, 3);
      const auto stepwise = testing::run(net, How::kStepByStep, inputs, steps, 3);
      const auto whole = testing::run(net, How::kAtOnce, inputs, steps, 3);
      CHECK(largest(stepwise.parameters) > 0.1);
      CHECK(largest_difference(stepwise.outputs, whole.outputs) < 1e-10);
      CHECK(largest_difference(stepwise.parameters, whole.parameters) < 1e-10 * (1 + largest(stepwise.parameters)));
      CHECK(largest_difference(stepwise.inputs, whole.inputs) < 1e-10 * (1 + largest(stepwise.inputs)));
    }
}

TEST_CASE("without positions the order of what came before does not matter, with them it does") {
  for (const Positions positions : {Positions::kSinusoidal, Positions::kLearned, Positions::kNone, Positions::kRotary,
                                    Positions::kAlibi, Positions::kRelative}) {
    TransformerSettings settings = testing::several_settings()[0];
    settings.positions = positions;
    settings.layers = 1;  // a second layer knows how much each token of the first had seen
    const testing::Transformer net(settings);
    const size_t steps = 5;
    auto inputs = testing::some_inputs(steps, 1);
    const auto before = testing::run(net, How::kStepByStep, inputs, steps, 1).outputs;
    std::swap_ranges(inputs.begin(), inputs.begin() + testing::kFeatures, inputs.begin() + testing::kFeatures);
    const auto after = testing::run(net, How::kStepByStep, inputs, steps, 1).outputs;
    double largest_last = 0;
    for (size_t r = 0; r < settings.size; ++r)
      largest_last = std::max(
          largest_last, std::abs(before[(steps - 1) * settings.size + r] - after[(steps - 1) * settings.size + r]));
    if (positions == Positions::kNone)
      CHECK(largest_last < 1e-12);
    else
      CHECK(largest_last > 1e-4);
  }
}

TEST_CASE("the state of a Transformer is one value a layer and step, and nothing is copied into it") {
  const TransformerSettings settings = testing::several_settings()[0];
  const testing::Transformer net(settings);
  Tape tape;
  tape.begin(net.store, nullptr);
  const Context context{tape, 1, testing::noise()};
  const Var x = tape.filled(testing::kFeatures, 1, 1, 1);
  State state = net.controller.start(context);
  CHECK(state.size() == 0);
  size_t nodes = 0;
  for (size_t t = 1; t <= 5; ++t) {
    const State before = state;
    const size_t made = tape.node_count();
    state = net.controller.step(context, x, state).state;
    CHECK(state.size() == settings.layers * t);
    for (size_t i = 0; i < settings.layers; ++i)
      for (size_t j = 0; j + 1 < t; ++j) CHECK(state[i * t + j].node == before[i * (t - 1) + j].node);
    const size_t now = tape.node_count() - made;
    if (t > 2) CHECK(now == nodes);  // the first step has met the parameters
    nodes = now;
  }
}

TEST_CASE("a sequence longer than there are learned positions is refused") {
  TransformerSettings settings = testing::several_settings()[0];
  settings.positions = Positions::kLearned;
  settings.max_steps = 4;
  const testing::Transformer net(settings);
  for (const How how : {How::kStepByStep, How::kAtOnce}) {
    CHECK_NOTHROW(testing::run(net, how, testing::some_inputs(4, 1), 4, 1));
    try {
      testing::run(net, how, testing::some_inputs(5, 1), 5, 1);
      FAIL("nothing was thrown");
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).starts_with("controller.max-steps: got 4 and a sequence of 5 steps"));
    }
  }
}

TEST_CASE("dropout falls on training alone, and is a function of the streams") {
  TransformerSettings settings = testing::several_settings()[0];
  const testing::Transformer without(settings);
  settings.dropout = 0.3;
  const testing::Transformer with(settings);
  const auto inputs = testing::some_inputs(6, 2);
  for (const How how : {How::kStepByStep, How::kAtOnce}) {
    const auto noisy = [&](const testing::Transformer& net, uint64_t seed) {
      Noise noise(seed, Split::kTrain, 0, 2);
      return testing::run(net, how, inputs, 6, 2, &noise);
    };
    const auto quiet = testing::run(without, how, inputs, 6, 2);
    CHECK(testing::run(with, how, inputs, 6, 2).outputs == quiet.outputs);
    CHECK(noisy(without, 1).outputs == quiet.outputs);
    CHECK(largest_difference(noisy(with, 1).outputs, quiet.outputs) > 0.1);
    CHECK(noisy(with, 1).outputs == noisy(with, 1).outputs);
    CHECK(noisy(with, 1).parameters == noisy(with, 1).parameters);
    CHECK(noisy(with, 1).outputs != noisy(with, 2).outputs);
  }
}

TEST_CASE("dropout falls once on the tokens and twice in each layer") {
  TransformerSettings settings = testing::several_settings()[0];
  settings.dropout = 0.3;
  const testing::Transformer net(settings);
  Noise from(1, Split::kTrain, 0, 1), counted(1, Split::kTrain, 0, 1);
  const size_t steps = 6;
  testing::run(net, How::kStepByStep, testing::some_inputs(steps, 1), steps, 1, &from);
  for (size_t i = 0; i < steps * settings.size * (1 + 2 * settings.layers); ++i) counted.of(0).bits();
  CHECK(from.of(0).bits() == counted.of(0).bits());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
