// A hop over a memory of sentences, against plain loops and against its elementary ops.

#include "attention/fused/memory_hop.hpp"

#include <array>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

/// Item b has all slots except b; all items have the same settings.
CheckedFunction hop(HopSettings settings) {
  return [settings](Tape& tape, In in) {
    const size_t batch = in[0].batch();
    auto* const counts = tape.keep<uint32_t>(batch);
    auto* const all = tape.keep<HopSettings>(batch);
    for (size_t b = 0; b < batch; ++b) {
      counts[b] = static_cast<uint32_t>(in[1].cols - b);
      all[b] = settings;
    }
    return memory_hop(in[0], in[1], in[2], {counts, batch}, {all, batch});
  };
}

std::vector<OpInput> hop_inputs(size_t width, size_t slots) {
  return {{"query", width, 1}, {"memory", width, slots}, {"output", width, slots}};
}

const std::vector<OpInput> kHop = hop_inputs(4, 5);

// Narrower than a register, as wide as one and as two, and with a remainder after whole registers.
constexpr std::array<size_t, 5> kWidths = {4, 8, 11, 16, 21};

}  // namespace

TEST_CASE("memory_hop is what plain loops give, with nulls and without, and without the softmax") {
  for (const size_t width : kWidths)
    for (const HopSettings settings : {HopSettings{0, true}, HopSettings{7, true}, HopSettings{7, false}}) {
      const auto in = testing::drawn(hop_inputs(width, 5), 3);
      const auto got = testing::run(hop(settings), in);
      for (size_t b = 0; b < 3; ++b) {
        std::vector<double> weights;
        double total = static_cast<double>(settings.nulls);  // exp(0) each
        for (size_t i = 0; i < 5 - b; ++i) {
          double score = 0;
          for (size_t r = 0; r < width; ++r) score += testing::at(in[0], b, r, 0) * testing::at(in[1], b, r, i);
          weights.push_back(settings.softmax ? std::exp(score) : score);
          total += weights.back();
        }
        for (size_t r = 0; r < width; ++r) {
          double o = 0;
          for (size_t i = 0; i < weights.size(); ++i)
            o += weights[i] / (settings.softmax ? total : 1) * testing::at(in[2], b, r, i);
          CHECK(got.value[b * width + r] == Approx(o).epsilon(1e-12));
        }
      }
    }
}

TEST_CASE("memory_hop's fused gradient is that of its elementary ops") {
  const auto composed = [](Tape&, In in) {  // one null slot is one more score, of 0, whose output is 0
    const Var null = in[0].tape->filled(in[0].rows, 1, in[0].batch(), 0);
    const Var memory[] = {in[1], null}, output[] = {in[2], null};
    return matmul(beside(output), softmax(matmul_transposed(beside(memory), in[0])));
  };
  const auto all_there = [](Tape& tape, In in) {
    const size_t batch = in[0].batch();
    auto* const counts = tape.keep<uint32_t>(batch);
    auto* const settings = tape.keep<HopSettings>(batch);
    std::fill_n(counts, batch, in[1].cols);
    std::fill_n(settings, batch, HopSettings{1, true});
    return memory_hop(in[0], in[1], in[2], {counts, batch}, {settings, batch});
  };
  for (const size_t width : kWidths)
    for (const size_t slots : {5, 8, 19}) testing::check_twins(all_there, composed, hop_inputs(width, slots));
}

TEST_CASE("memory_hop stays finite at scores beyond exp's reach, and gives 0 where there is nothing") {
  const auto steep =
      testing::run(hop({3, true}), testing::drawn({{"query", 4, 1, 900, 999}, {"memory", 4, 5, 900, 999}, kHop[2]}, 2));
  for (const Real x : steep.value) CHECK(std::isfinite(x));
  const auto nothing = testing::run(
      [](Tape& tape, In in) {
        auto* const count = tape.keep<uint32_t>(1);
        auto* const settings = tape.keep<HopSettings>(1);
        *count = 0;
        *settings = {};
        return memory_hop(in[0], in[1], in[2], {count, 1}, {settings, 1});
      },
      testing::drawn(kHop, 1));
  for (const Real x : nothing.value) CHECK(x == 0);
}

TEST_CASE("memory_hop refuses shapes that do not fit") {
  CHECK_THROWS_AS(testing::run(hop({}), testing::drawn({{"query", 3, 1}, kHop[1], kHop[2]}, 1)), ShapeError);
  CHECK_THROWS_AS(testing::run(hop({}), testing::drawn({kHop[0], kHop[1], {"output", 4, 6}}, 1)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
