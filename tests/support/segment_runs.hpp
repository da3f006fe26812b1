#pragma once
// Controllers that go through segments, step by step, beside plain loops over an episode.

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include "controllers/segments.hpp"
#include "tests/support/plain_transformer.hpp"
#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// Small layers, of segments of that length.
template <class Settings>
Settings small_segments(size_t segment, size_t memory_tokens) {
  Settings settings;
  settings.size = 6;
  settings.heads = 2;
  settings.feedforward = 9;
  settings.layers = 2;
  settings.segment = segment;
  settings.memory_tokens = memory_tokens;
  return settings;
}

inline PlainTransformer plain_segments(const ParameterStore& store, const SegmentSettings& settings,
                                       const std::string& kind) {
  TransformerSettings layers;
  static_cast<TransformerLayerSettings&>(layers) = settings;
  layers.layers = settings.layers;
  layers.positions = settings.positions;
  return {store, layers, kind};
}

/// The learned tokens of the memory.
inline std::vector<Column> memory_tokens(const PlainTransformer& plain, const SegmentSettings& settings) {
  std::vector<Column> memory(settings.memory_tokens);
  for (size_t j = 0; j < memory.size(); ++j)
    for (size_t r = 0; r < settings.size; ++r) memory[j].push_back(plain.parameter("memory")(r, j));
  return memory;
}

/// The tokens of the segment that begins with step `first`.
inline std::vector<Column> segment_tokens(const PlainTransformer& plain, const SegmentSettings& settings,
                                          const std::vector<Column>& inputs, size_t first) {
  std::vector<Column> tokens;
  for (size_t t = first; t < std::min(first + settings.segment, inputs.size()); ++t)
    tokens.push_back(plain.token(inputs[t], t - first));
  return tokens;
}

/// Compares the outputs of a controller, step after step, with by_loops(an episode's inputs); its state does not grow.
template <class Net, class ByLoops>
void check_steps(const Net& net, const SegmentSettings& settings, ByLoops by_loops) {
  constexpr size_t kSteps = 8, kEpisodes = 2;
  const auto inputs = some_inputs(kSteps, kEpisodes);
  std::vector<Real> gradient(net.store.size());
  Tape tape;
  tape.begin(net.store, gradient.data());
  const Context context{tape, kEpisodes, noise()};
  const Var x = tape.constant(kFeatures, kSteps, kEpisodes, inputs.data());
  std::vector<Var> each;
  State state = net.controller.start(context);
  const size_t held = state.size();
  for (size_t t = 0; t < kSteps; ++t) {
    const Var now = columns(x, t, 1);
    const auto step = net.controller.step(context, now, state);
    each.push_back(step.output);
    state = step.state;
    CHECK(state.size() == held);
  }
  const auto got = numbers(beside(each));
  for (size_t b = 0; b < kEpisodes; ++b) {
    std::vector<Column> episode;
    for (size_t t = 0; t < kSteps; ++t) {
      const Real* const first = inputs.data() + (b * kSteps + t) * kFeatures;
      episode.emplace_back(first, first + kFeatures);
    }
    const auto right = by_loops(episode);
    for (size_t t = 0; t < kSteps; ++t)
      for (size_t r = 0; r < settings.size; ++r) {
        INFO("segments of " << settings.segment << ", episode " << b << ", step " << t);
        CHECK(got[(b * kSteps + t) * settings.size + r] == Approx(right[t][r]).epsilon(1e-11).margin(1e-12));
      }
  }
}

/// The gradient of the last of seven outputs with respect to the first step's first number.
template <class Net>
Real reach_of_the_first(const Net& net) {
  constexpr size_t kSteps = 7;
  const auto inputs = some_inputs(kSteps, 1);
  Tape tape;
  std::vector<Real> gradient(net.store.size()), dinputs(inputs.size(), 0);
  tape.begin(net.store, gradient.data());
  const Context context{tape, 1, noise()};
  const Var x = tape.variable(kFeatures, kSteps, 1, inputs.data(), dinputs.data());
  State state = net.controller.start(context);
  Var last{};
  for (size_t t = 0; t < kSteps; ++t) {
    const Var now = columns(x, t, 1);
    const auto step = net.controller.step(context, now, state);
    last = step.output;
    state = step.state;
  }
  const Real weights[] = {1, -2, 3, -4, 5, -6};
  tape.backward(sum(multiply(last, tape.constant(6, 1, 1, weights))));
  return dinputs[0];
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
