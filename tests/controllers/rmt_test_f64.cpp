// The recurrent memory Transformer against plain loops: segments of a Transformer, with memory tokens before and
// behind.

#include "controllers/rmt.hpp"

#include <catch2/catch.hpp>

#include "tests/support/segment_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::Column;
using Rmt = testing::Alone<RmtController>;

/// An episode's outputs: [M; segment; M] after [M; segment; M], the last outputs of one being the M of the next.
std::vector<Column> by_loops(const Rmt& net, const SegmentSettings& settings, const std::vector<Column>& inputs) {
  const testing::PlainTransformer plain = testing::plain_segments(net.store, settings, "rmt");
  std::vector<Column> memory = testing::memory_tokens(plain, settings), outputs;
  for (size_t first = 0; first < inputs.size(); first += settings.segment) {
    const auto steps = testing::segment_tokens(plain, settings, inputs, first);
    std::vector<Column> tokens = memory;
    tokens.insert(tokens.end(), steps.begin(), steps.end());
    tokens.insert(tokens.end(), memory.begin(), memory.end());
    const auto seen = plain.through_layers(tokens);
    const auto begin = seen.begin() + static_cast<std::ptrdiff_t>(memory.size());
    outputs.insert(outputs.end(), begin, begin + static_cast<std::ptrdiff_t>(steps.size()));
    memory.assign(seen.end() - static_cast<std::ptrdiff_t>(memory.size()), seen.end());
  }
  return outputs;
}

}  // namespace

TEST_CASE("a recurrent memory Transformer is what plain loops give, segment after segment") {
  for (const size_t segment : {1, 3, 4, 20})
    for (const Positions positions : {Positions::kSinusoidal, Positions::kLearned, Positions::kNone}) {
      auto settings = testing::small_segments<SegmentSettings>(segment, segment == 3 ? 1 : 2);
      settings.positions = positions;
      settings.norm = segment == 4 ? NormPlace::kPost : NormPlace::kPre;
      const Rmt net(settings);
      testing::check_steps(net, settings,
                           [&](const std::vector<Column>& episode) { return by_loops(net, settings, episode); });
    }
}

TEST_CASE("what a recurrent memory Transformer saw segments ago reaches it by the memory's tokens alone") {
  CHECK(std::abs(testing::reach_of_the_first(Rmt(testing::small_segments<SegmentSettings>(2, 2)))) > 1e-8);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
