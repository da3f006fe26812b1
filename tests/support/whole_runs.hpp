#pragma once
// A controller run alone: step by step, or at once where it can process a whole sequence.

#include <catch2/catch.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "autodiff/base/random.hpp"
#include "controllers/transformer.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

constexpr size_t kFeatures = 3;

/// A controller with its own parameters, moved off their initial values (norms too).
template <class Controller>
struct Alone {
  template <class Settings>
  explicit Alone(const Settings& settings) : controller(Scope(store) / "controller", settings, kFeatures, 0) {
    Stream move(1, Split::kCheck, Purpose::kParameters, 0);
    for (Real& value : store.values()) value += static_cast<Real>(move.uniform(-0.2, 0.2));
  }
  ParameterStore store{1};
  Controller controller;
};
using Transformer = Alone<TransformerController>;

/// kFeatures×steps×episodes numbers.
inline std::vector<Real> some_inputs(size_t steps, size_t episodes) {
  Stream stream(1, Split::kCheck, Purpose::kTest, 0);
  std::vector<Real> all(kFeatures * steps * episodes);
  for (Real& x : all) x = static_cast<Real>(stream.uniform(-1, 1));
  return all;
}

/// Outputs, and the gradients of Σ weights ∘ outputs, with weights sin 1, sin 2, sin 3 …
struct WholeRun {
  std::vector<Real> outputs;  ///< size×steps×episodes
  std::vector<Real> parameters, inputs;
};

enum class How { kStepByStep, kAtOnce };

template <class Controller>
WholeRun run(const Alone<Controller>& net, How how, const std::vector<Real>& inputs, size_t steps, size_t episodes,
             Noise* in_training = nullptr) {
  WholeRun result;
  result.parameters.resize(net.store.size(), 0);
  result.inputs.resize(inputs.size(), 0);
  Tape tape;
  tape.begin(net.store, result.parameters.data());
  const std::vector<uint32_t> lengths(episodes, static_cast<uint32_t>(steps));
  const Context context{tape,
                        episodes,
                        in_training ? *in_training : noise(),
                        in_training ? Phase::kTraining : Phase::kScoring,
                        {lengths, {}}};
  const Var x = tape.variable(kFeatures, steps, episodes, inputs.data(), result.inputs.data());
  Var outputs;
  if (how == How::kAtOnce) {
    if constexpr (std::is_base_of_v<WholeSequence, Controller>) outputs = net.controller.whole(context, x);
  } else {
    std::vector<Var> each;
    State state = net.controller.start(context);
    for (size_t t = 0; t < steps; ++t) {
      const Var now = columns(x, t, 1);
      const auto step = net.controller.step(context, now, state);
      each.push_back(step.output);
      state = step.state;
    }
    outputs = beside(each);
  }
  result.outputs = numbers(outputs);
  std::vector<Real> weights(result.outputs.size());
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<Real>(std::sin(static_cast<double>(i + 1)));
  tape.backward(sum(multiply(outputs, tape.constant(outputs.rows, outputs.cols, episodes, weights.data()))));
  return result;
}

inline double largest_difference(const std::vector<Real>& a, const std::vector<Real>& b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return largest;
}

inline double largest(const std::vector<Real>& a) { return largest_difference(a, std::vector<Real>(a.size(), 0)); }

/// Three episodes step by step, and each whole at once.
template <class Controller>
void check_steps_are_the_whole(const Alone<Controller>& net, size_t steps) {
  const auto inputs = some_inputs(steps, 3);
  const WholeRun stepwise = run(net, How::kStepByStep, inputs, steps, 3),
                 whole = run(net, How::kAtOnce, inputs, steps, 3);
  CHECK(largest(stepwise.outputs) > 0.05);
  CHECK(largest_difference(stepwise.outputs, whole.outputs) < 1e-13);
  CHECK(largest_difference(stepwise.parameters, whole.parameters) < 1e-12 * (1 + largest(stepwise.parameters)));
  CHECK(largest_difference(stepwise.inputs, whole.inputs) < 1e-12);
  CHECK(largest(stepwise.inputs) > 0.001);
}

/// Transformers of various sizes, layers, heads, positions and places of the norms.
inline std::vector<TransformerSettings> several_settings() {
  std::vector<TransformerSettings> all(10);
  const auto shape = [](TransformerSettings& s, size_t size, size_t layers, size_t heads, size_t feedforward) {
    s.size = size;
    s.layers = layers;
    s.heads = heads;
    s.feedforward = feedforward;
    s.max_steps = 50;
  };
  shape(all[0], 8, 2, 2, 16);
  shape(all[1], 5, 1, 1, 7);
  shape(all[2], 6, 3, 6, 24);
  shape(all[3], 12, 2, 3, 5);
  shape(all[4], 64, 2, 4, 256);
  shape(all[5], 6, 2, 3, 11);
  shape(all[6], 12, 2, 2, 8);
  shape(all[7], 10, 1, 2, 6);  // heads of an odd width
  shape(all[8], 6, 2, 3, 6);
  all[6].positions = all[7].positions = Positions::kRotary;
  all[8].positions = Positions::kAlibi;
  shape(all[9], 12, 2, 3, 6);
  all[9].positions = Positions::kRelative;
  all[9].max_distance = 3;
  all[1].positions = Positions::kLearned;
  all[2].positions = Positions::kNone;
  all[3].activation = Activation::kRelu;
  all[5].norm = NormPlace::kPost;
  return all;
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
