// Queries over another sequence, with a mask, against plain loops and its elementary ops.

#include <array>
#include <cmath>

#include "attention/fused/multi_head.hpp"
#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

// The slots that each of three items has, of seven; the last item has none.
constexpr std::array<std::array<Real, 7>, 3> kRemembered = {{{1, 1, 1, 1, 1, 1, 1}, {1, 0, 1, 1, 1, 0, 0}, {}}};

Var mask(Tape& tape, size_t batch) { return tape.constant(7, 1, batch, kRemembered[0].data()); }

CheckedFunction masked(size_t heads) {
  return [heads](Tape& tape, In in) { return attend_across(in[0], in[1], mask(tape, in[0].batch()), heads); };
}

/// From elementary ops, for items that have all slots.
CheckedFunction composed_across(size_t heads) {
  return [heads](Tape&, In in) {
    const size_t size = in[0].rows, width = size / heads;
    std::vector<Var> parts;
    for (size_t h = 0; h < heads; ++h) {
      const Var scores = matmul_transposed(rows(in[1], h * width, width), rows(in[0], h * width, width));
      const Var weights = softmax(scale(scores, 1 / std::sqrt(static_cast<Real>(width))));
      parts.push_back(matmul(rows(in[1], size + h * width, width), weights));
    }
    return stack(parts);
  };
}

const std::vector<OpInput> kSequences = {{"queries", 6, 5, -2, 2}, {"remembered", 12, 7, -2, 2}};

}  // namespace

TEST_CASE("attend_across is what plain loops give, over the slots that are there") {
  for (const size_t heads : {1, 2, 3, 6}) {
    const auto in = testing::drawn(kSequences, 3);
    std::vector<Real> weights;
    const auto got = testing::run(
        [&](Tape& tape, In x) {
          Var seen;
          const Var y = attend_across(x[0], x[1], mask(tape, 3), heads, &seen);
          weights = testing::numbers(seen);
          return y;
        },
        in);
    const size_t width = 6 / heads;
    for (size_t b = 0; b < 3; ++b)
      for (size_t t = 0; t < 5; ++t)
        for (size_t h = 0; h < heads; ++h) {
          std::vector<double> share(7, 0), right(width, 0);
          double total = 0;
          for (size_t i = 0; i < 7; ++i) {
            if (kRemembered[b][i] == 0) continue;
            double score = 0;
            for (size_t r = h * width; r < (h + 1) * width; ++r)
              score += testing::at(in[0], b, r, t) * testing::at(in[1], b, r, i);
            total += share[i] = std::exp(score / std::sqrt(static_cast<double>(width)));
          }
          for (size_t i = 0; i < 7; ++i) {
            if (total > 0) share[i] /= total;
            CHECK(weights[((b * 5 + t) * heads + h) * 7 + i] == Approx(share[i]).epsilon(1e-13));
            for (size_t r = 0; r < width; ++r) right[r] += share[i] * testing::at(in[1], b, 6 + h * width + r, i);
          }
          for (size_t r = 0; r < width; ++r)
            CHECK(got.value[(b * 5 + t) * 6 + h * width + r] == Approx(right[r]).epsilon(1e-12).margin(1e-14));
        }
  }
}

TEST_CASE("attend_across is its elementary ops, in value and gradient") {
  for (const size_t heads : {1, 2, 3, 6})
    testing::check_twins([=](Tape&, In in) { return attend_across(in[0], in[1], {}, heads); }, composed_across(heads),
                         kSequences);
  const auto windows = [](In in) {
    return std::array{columns(rows(in[0], 1, 6), 2, 4), columns(rows(in[1], 1, 12), 1, 6)};
  };
  testing::check_twins(
      [=](Tape&, In in) {
        const auto [queries, remembered] = windows(in);
        return attend_across(queries, remembered, {}, 2);
      },
      [=](Tape& tape, In in) { return composed_across(2)(tape, windows(in)); },
      {{"queries", 8, 7, -2, 2}, {"remembered", 14, 8, -2, 2}});
}

TEST_CASE("a slot that is not there gets no gradient, and what is in it changes nothing") {
  auto in = testing::drawn(kSequences, 3);
  const auto before = testing::run(masked(2), in);
  for (size_t b = 0; b < 3; ++b)
    for (size_t i = 0; i < 7; ++i)
      for (size_t r = 0; r < 12; ++r) {
        const size_t at = (b * 7 + i) * 12 + r;
        if (kRemembered[b][i] != 0) continue;
        CHECK(before.gradients[1][at] == 0);
        in[1].values[at] = 1e9;
      }
  const auto after = testing::run(masked(2), in);
  CHECK(after.value == before.value);
  CHECK(after.gradients == before.gradients);
}

TEST_CASE("one query over slots is attend over as many steps") {
  testing::check_twins([](Tape&, In in) { return attend_across(in[0], beside(in.subspan(1)), {}, 3); },
                       [](Tape&, In in) { return attend(in[0], in.subspan(1), 3); },
                       {{"query", 6, 1, -2, 2}, {"a", 12, 1, -2, 2}, {"b", 12, 1, -2, 2}, {"c", 12, 1}});
}

TEST_CASE("attend_across refuses what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto of = [&](size_t rows, size_t cols, size_t batch) { return tape.filled(rows, cols, batch, 0); };
  const auto refuses = [&](Var queries, Var remembered, std::optional<Var> there, size_t heads) {
    CHECK_THROWS_AS(attend_across(queries, remembered, there, heads), ShapeError);
  };
  refuses(of(6, 2, 2), of(12, 3, 2), {}, 0);
  refuses(of(6, 2, 2), of(12, 3, 2), {}, 4);
  refuses(of(6, 2, 2), of(11, 3, 2), {}, 2);
  refuses(of(6, 2, 2), of(12, 3, 1), {}, 2);
  refuses(of(6, 2, 2), of(12, 3, 2), of(2, 1, 2), 2);
  refuses(of(6, 2, 2), of(12, 3, 2), of(3, 2, 2), 2);
  refuses(of(6, 2, 2), of(12, 3, 2), of(3, 1, 1), 2);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
