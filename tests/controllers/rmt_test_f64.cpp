// The recurrent memory Transformer against plain loops: segments of a Transformer, with memory tokens before and
// behind.

#include "controllers/rmt.hpp"

#include <catch2/catch.hpp>

#include "tests/support/context.hpp"
#include "tests/support/plain_transformer.hpp"
#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::Column;
using Rmt = testing::Alone<RmtController>;

RmtSettings small(size_t segment, size_t memory_tokens) {
  RmtSettings settings;
  settings.size = 6;
  settings.heads = 2;
  settings.feedforward = 9;
  settings.layers = 2;
  settings.segment = segment;
  settings.memory_tokens = memory_tokens;
  return settings;
}

/// An episode's outputs: [M; segment; M] after [M; segment; M], the last outputs of one being the M of the next.
std::vector<Column> by_loops(const Rmt& net, const RmtSettings& settings, const std::vector<Column>& inputs) {
  TransformerSettings layers;
  static_cast<TransformerLayerSettings&>(layers) = settings;
  layers.layers = settings.layers;
  layers.positions = settings.positions;
  const testing::PlainTransformer plain(net.store, layers, "rmt");
  std::vector<Column> memory(settings.memory_tokens), outputs;
  for (size_t j = 0; j < memory.size(); ++j)
    for (size_t r = 0; r < settings.size; ++r) memory[j].push_back(plain.parameter("memory")(r, j));
  for (size_t first = 0; first < inputs.size(); first += settings.segment) {
    std::vector<Column> tokens = memory;
    const size_t steps = std::min(settings.segment, inputs.size() - first);
    for (size_t t = 0; t < steps; ++t) tokens.push_back(plain.token(inputs[first + t], t));
    tokens.insert(tokens.end(), memory.begin(), memory.end());
    const auto seen = plain.through_layers(tokens);
    const auto begin = seen.begin() + static_cast<std::ptrdiff_t>(memory.size());
    outputs.insert(outputs.end(), begin, begin + static_cast<std::ptrdiff_t>(steps));
    memory.assign(seen.end() - static_cast<std::ptrdiff_t>(memory.size()), seen.end());
  }
  return outputs;
}

}  // namespace

TEST_CASE("a recurrent memory Transformer is what plain loops give, segment after segment") {
  constexpr size_t kSteps = 8, kEpisodes = 2;
  for (const size_t segment : {1, 3, 4, 20})
    for (const Positions positions : {Positions::kSinusoidal, Positions::kLearned, Positions::kNone}) {
      RmtSettings settings = small(segment, segment == 3 ? 1 : 2);
      settings.positions = positions;
      settings.norm = segment == 4 ? NormPlace::kPost : NormPlace::kPre;
      const Rmt net(settings);
      const auto inputs = testing::some_inputs(kSteps, kEpisodes);
      std::vector<Real> gradient(net.store.size());
      Tape tape;
      tape.begin(net.store, gradient.data());
      const Context context{tape, kEpisodes, testing::noise()};
      const Var x = tape.constant(testing::kFeatures, kSteps, kEpisodes, inputs.data());
      std::vector<Var> each;
      State state = net.controller.start(context);
      const size_t held = state.size();
      for (size_t t = 0; t < kSteps; ++t) {
        const auto step = net.controller.step(context, columns(x, t, 1), state);
        each.push_back(step.output);
        state = step.state;
        CHECK(state.size() == held);
      }
      const Var outputs = beside(each);
      const auto got = testing::numbers(outputs);
      for (size_t b = 0; b < kEpisodes; ++b) {
        std::vector<Column> episode;
        for (size_t t = 0; t < kSteps; ++t) {
          const Real* const numbers = inputs.data() + (b * kSteps + t) * testing::kFeatures;
          episode.emplace_back(numbers, numbers + testing::kFeatures);
        }
        const auto right = by_loops(net, settings, episode);
        for (size_t t = 0; t < kSteps; ++t)
          for (size_t r = 0; r < settings.size; ++r) {
            INFO("segments of " << segment << ", episode " << b << ", step " << t);
            CHECK(got[(b * kSteps + t) * settings.size + r] == Approx(right[t][r]).epsilon(1e-11).margin(1e-12));
          }
      }
    }
}

TEST_CASE("what a recurrent memory Transformer saw segments ago reaches it by the memory's tokens alone") {
  constexpr size_t kSteps = 7, kSegment = 2;
  const Rmt net(small(kSegment, 2));
  const auto inputs = testing::some_inputs(kSteps, 1);
  Tape tape;
  std::vector<Real> gradient(net.store.size()), dinputs(inputs.size(), 0);
  tape.begin(net.store, gradient.data());
  const Context context{tape, 1, testing::noise()};
  const Var x = tape.variable(testing::kFeatures, kSteps, 1, inputs.data(), dinputs.data());
  State state = net.controller.start(context);
  Var last{};
  for (size_t t = 0; t < kSteps; ++t) {
    const auto step = net.controller.step(context, columns(x, t, 1), state);
    last = step.output;
    state = step.state;
  }
  const Real weights[] = {1, -2, 3, -4, 5, -6};
  tape.backward(sum(multiply(last, tape.constant(6, 1, 1, weights))));
  CHECK(std::abs(dinputs[0]) > 1e-8);  // of the first step, three segments before
}

}  // namespace tapehead::inline TAPEHEAD_REAL
