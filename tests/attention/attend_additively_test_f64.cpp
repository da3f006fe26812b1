// Additive attention over steps, against plain loops and its elementary ops.

#include "attention/fused/attend_additively.hpp"

#include <array>
#include <cmath>

#include "attention/scores/additive.hpp"
#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

const std::vector<OpInput> kAdditive = {{"query", 4, 1, -2, 2}, {"v", 4, 1, -2, 2, 0, 0, true},
                                        {"k1", 4, 1, -2, 2},    {"k2", 4, 1, -2, 2},
                                        {"k3", 4, 1, -2, 2},    {"m1", 3, 2},
                                        {"m2", 3, 2},           {"m3", 3, 2}};

constexpr std::array<std::array<Real, 3>, 3> kThere = {{{1, 1, 1}, {1, 0, 1}, {}}};

}  // namespace

TEST_CASE("attend_additively is what plain loops give, over the steps that are there") {
  const auto in = testing::drawn(kAdditive, 3);
  for (const bool masked : {false, true}) {
    std::vector<Real> weights;
    const auto got = testing::run(
        [&](Tape& tape, In x) {
          Var seen;
          std::optional<Var> there;
          if (masked) there = tape.constant(3, 1, 3, kThere[0].data());
          const Var y = attend_additively(x[0], x[1], x.subspan(2, 3), x.subspan(5), there, &seen);
          weights = testing::numbers(seen);
          return y;
        },
        in);
    REQUIRE(got.rows == 3);
    REQUIRE(got.cols == 2);
    for (size_t b = 0; b < 3; ++b) {
      std::array<double, 3> share{};
      double total = 0;
      for (size_t j = 0; j < 3; ++j) {
        if (masked && kThere[b][j] == 0) continue;
        double score = 0;
        for (size_t i = 0; i < 4; ++i)
          score +=
              testing::at(in[1], 0, i, 0) * std::tanh(testing::at(in[2 + j], b, i, 0) + testing::at(in[0], b, i, 0));
        total += share[j] = std::exp(score);
      }
      for (size_t j = 0; j < 3; ++j) {
        if (total > 0) share[j] /= total;
        CHECK(weights[b * 3 + j] == Approx(share[j]).epsilon(1e-12));
      }
      for (size_t i = 0; i < 6; ++i) {
        double right = 0;
        for (size_t j = 0; j < 3; ++j) right += share[j] * testing::at(in[5 + j], b, i % 3, i / 3);
        CHECK(got.value[b * 6 + i] == Approx(right).epsilon(1e-12).margin(1e-14));
      }
    }
  }
}

TEST_CASE("attend_additively is its elementary ops, in value and gradient") {
  testing::check_twins([](Tape&, In in) { return attend_additively(in[0], in[1], in.subspan(2, 3), in.subspan(5)); },
                       [](Tape& tape, In in) {
                         const size_t batch = in[0].batch();
                         const Real one[] = {1};
                         std::vector<Var> scores, values;
                         for (size_t j = 0; j < 3; ++j) {
                           const Var unit = tanh(add(in[2 + j], in[0]));
                           scores.push_back(matmul_transposed(in[1], unit));
                           values.push_back(stack(std::array{columns(in[5 + j], 0, 1), columns(in[5 + j], 1, 1)}));
                         }
                         const Var weights =
                             softmax(multiply(stack(scores), repeat(tape.constant(1, 1, 1, one), batch)));
                         const Var mean = matmul(beside(values), weights);
                         return beside(std::array{rows(mean, 0, 3), rows(mean, 3, 3)});
                       },
                       kAdditive);
}

TEST_CASE("attend_additively refuses what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto of = [&](size_t rows, size_t cols, size_t batch) { return tape.filled(rows, cols, batch, 0); };
  const auto refuses = [&](Var query, Var v, std::vector<Var> keys, std::vector<Var> values,
                           std::optional<Var> there = {}) {
    CHECK_THROWS_AS(attend_additively(query, v, keys, values, there), ShapeError);
  };
  const Var query = of(4, 1, 2), v = of(4, 1, 1), key = of(4, 1, 2), value = of(3, 2, 2);
  CHECK_NOTHROW(attend_additively(query, v, std::array{key}, std::array{value}));
  refuses(query, v, {}, {});
  refuses(query, v, {key, key}, {value});
  refuses(of(4, 2, 2), v, {key}, {value});
  refuses(query, of(4, 1, 2), {key}, {value});
  refuses(query, of(3, 1, 1), {key}, {value});
  refuses(query, v, {of(3, 1, 2)}, {value});
  refuses(query, v, {of(4, 1, 1)}, {value});
  refuses(query, v, {key, key}, {value, of(2, 2, 2)});
  refuses(query, v, {key}, {value}, of(2, 1, 2));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
