#include "attention/fused/multi_head.hpp"

#include <array>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

/// The output of head h of `heads` for one query over keys and values, each of `size` numbers per step: plain loops.
std::vector<double> plain(const std::vector<double>& query, const std::vector<std::vector<double>>& keys,
                          const std::vector<std::vector<double>>& values, size_t heads, bool alibi = false) {
  const size_t size = query.size(), width = size / heads;
  std::vector<double> out(size, 0);
  for (size_t h = 0; h < heads; ++h) {
    std::vector<double> weights;
    double total = 0;
    for (size_t j = 0; j < keys.size(); ++j) {
      double score = 0;
      for (size_t i = h * width; i < (h + 1) * width; ++i) score += query[i] * keys[j][i];
      const double age = static_cast<double>(keys.size() - 1 - j);
      const double slope = alibi ? std::pow(2, -8. * static_cast<double>(h + 1) / static_cast<double>(heads)) : 0;
      weights.push_back(std::exp(score / std::sqrt(static_cast<double>(width)) - slope * age));
      total += weights.back();
    }
    for (size_t j = 0; j < keys.size(); ++j)
      for (size_t i = h * width; i < (h + 1) * width; ++i) out[i] += weights[j] / total * values[j][i];
  }
  return out;
}

std::vector<double> column(const CheckedInput& x, size_t b, size_t c, size_t first, size_t count) {
  std::vector<double> all;
  for (size_t r = 0; r < count; ++r) all.push_back(testing::at(x, b, first + r, c));
  return all;
}

/// attend() for two or three heads, from elementary ops.
CheckedFunction composed(size_t heads) {
  return [heads](Tape&, In in) {
    const size_t size = in[0].rows, width = size / heads;
    const Var all = beside(in.subspan(1));
    std::vector<Var> parts;
    for (size_t h = 0; h < heads; ++h) {
      const Var scores = matmul_transposed(rows(all, h * width, width), rows(in[0], h * width, width));
      const Var weights = softmax(scale(scores, 1 / std::sqrt(static_cast<Real>(width))));
      parts.push_back(matmul(rows(all, size + h * width, width), weights));
    }
    return stack(parts);
  };
}

CheckedFunction fused(size_t heads) {
  return [heads](Tape&, In in) { return attend(in[0], in.subspan(1), heads); };
}

/// attend_causally() by attend(), step by step.
CheckedFunction stepwise(size_t heads, AgePenalty penalty = AgePenalty::kNone,
                         const std::optional<AgeVectors>& ages = {}) {
  return [=](Tape&, In in) {
    const size_t size = in[0].rows / 3;
    std::vector<Var> remembered, out;
    for (size_t t = 0; t < in[0].cols; ++t) {
      const Var now = columns(in[0], t, 1);
      remembered.push_back(rows(now, size, 2 * size));
      out.push_back(attend(rows(now, 0, size), remembered, heads, penalty, ages));
    }
    return beside(out);
  };
}

const std::vector<OpInput> kSteps = {{"query", 6, 1, -2, 2}, {"a", 12, 1, -2, 2}, {"b", 12, 1}, {"c", 12, 1}};

}  // namespace

TEST_CASE("attend is what plain loops give") {
  for (const size_t heads : {1, 2, 3, 6}) {
    const auto in = testing::drawn(kSteps, 3);
    const auto got = testing::run(fused(heads), in);
    for (size_t b = 0; b < 3; ++b) {
      std::vector<std::vector<double>> keys, values;
      for (size_t j = 1; j < in.size(); ++j) {
        keys.push_back(column(in[j], b, 0, 0, 6));
        values.push_back(column(in[j], b, 0, 6, 6));
      }
      const auto right = plain(column(in[0], b, 0, 0, 6), keys, values, heads);
      for (size_t r = 0; r < 6; ++r) CHECK(got.value[b * 6 + r] == Approx(right[r]).epsilon(1e-13));
    }
  }
}

TEST_CASE("attend's fused gradient is that of its elementary ops") {
  for (const size_t heads : {1, 2, 3, 6}) testing::check_twins(fused(heads), composed(heads), kSteps);
}

TEST_CASE("attend_causally is what plain loops give") {
  for (const size_t heads : {1, 2, 3}) {
    const auto in = testing::drawn({{"projected", 18, 5, -2, 2}}, 3);
    const auto got = testing::run([=](Tape&, In x) { return attend_causally(x[0], heads); }, in);
    for (size_t b = 0; b < 3; ++b) {
      std::vector<std::vector<double>> keys, values;
      for (size_t t = 0; t < 5; ++t) {
        keys.push_back(column(in[0], b, t, 6, 6));
        values.push_back(column(in[0], b, t, 12, 6));
        const auto right = plain(column(in[0], b, t, 0, 6), keys, values, heads);
        for (size_t r = 0; r < 6; ++r) CHECK(got.value[(b * 5 + t) * 6 + r] == Approx(right[r]).epsilon(1e-13));
      }
    }
  }
}

TEST_CASE("ALiBi: both ops take a step's age from its score, as plain loops do") {
  for (const size_t heads : {1, 2, 3}) {
    const auto in = testing::drawn({{"projected", 18, 40, -1, 1}}, 2);
    const auto got = testing::run([=](Tape&, In x) { return attend_causally(x[0], heads, AgePenalty::kLinear); }, in);
    for (size_t b = 0; b < 2; ++b) {
      std::vector<std::vector<double>> keys, values;
      for (size_t t = 0; t < 40; ++t) {
        keys.push_back(column(in[0], b, t, 6, 6));
        values.push_back(column(in[0], b, t, 12, 6));
        const auto right = plain(column(in[0], b, t, 0, 6), keys, values, heads, true);
        for (size_t r = 0; r < 6; ++r) CHECK(got.value[(b * 40 + t) * 6 + r] == Approx(right[r]).epsilon(1e-12));
      }
    }
  }
  testing::check_twins([](Tape&, In in) { return attend_causally(in[0], 2, AgePenalty::kLinear); },
                       stepwise(2, AgePenalty::kLinear), {{"projected", 12, 35, -2, 2}});
}

TEST_CASE("relative positions: both ops add a vector by age to each key and value, as plain loops do") {
  for (const size_t heads : {1, 2, 3}) {
    const size_t width = 6 / heads, ages = 7;
    const auto in = testing::drawn({{"projected", 18, 40, -1, 1},
                                    {"age_keys", width, ages, -1, 1, 0, 0, true},
                                    {"age_values", width, ages, -1, 1, 0, 0, true}},
                                   2);
    const auto got = testing::run(
        [=](Tape&, In x) {
          return attend_causally(x[0], heads, AgePenalty::kNone, AgeVectors{x[1], x[2]});
        },
        in);
    for (size_t b = 0; b < 2; ++b)
      for (size_t t = 0; t < 40; ++t) {
        std::vector<std::vector<double>> keys, values;
        for (size_t j = 0; j <= t; ++j) {
          keys.push_back(column(in[0], b, j, 6, 6));
          values.push_back(column(in[0], b, j, 12, 6));
          for (size_t r = 0; r < 6; ++r) {
            keys[j][r] += testing::at(in[1], 0, r % width, std::min(t - j, ages - 1));
            values[j][r] += testing::at(in[2], 0, r % width, std::min(t - j, ages - 1));
          }
        }
        const auto right = plain(column(in[0], b, t, 0, 6), keys, values, heads);
        for (size_t r = 0; r < 6; ++r) CHECK(got.value[(b * 40 + t) * 6 + r] == Approx(right[r]).epsilon(1e-12));
      }
  }
  testing::check_twins(
      [](Tape&, In in) {
        return attend_causally(in[0], 2, AgePenalty::kNone, AgeVectors{in[1], in[2]});
      },
      [](Tape& t, In in) {
        return stepwise(2, AgePenalty::kNone, AgeVectors{in[1], in[2]})(t, in);
      },
      {{"projected", 12, 35, -2, 2}, {"age_keys", 2, 4, -1, 1, 0, 0, true}, {"age_values", 2, 4, -1, 1, 0, 0, true}});
}

TEST_CASE("attend_causally is attend step by step, in value and gradient") {
  for (const size_t steps : {1, 2, 31, 32, 33, 70})
    testing::check_twins([](Tape&, In in) { return attend_causally(in[0], 2); }, stepwise(2),
                         {{"projected", 12, steps, -2, 2}});
  // Of a window: of rows and columns within a larger value.
  testing::check_twins([](Tape&, In in) { return attend_causally(columns(rows(in[0], 1, 12), 2, 4), 2); },
                       [](Tape& t, In in) { return stepwise(2)(t, std::array{columns(rows(in[0], 1, 12), 2, 4)}); },
                       {{"projected", 14, 7, -2, 2}});
}

TEST_CASE("scores far apart and very large leave finite weights") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var query = tape.filled(2, 1, 1, 1000);
  const std::array<Real, 4> loud{1000, 1000, 3, 4}, quiet{-1000, 0, 5, 6};
  const std::array<Var, 2> remembered{tape.constant(4, 1, 1, quiet.data()), tape.constant(4, 1, 1, loud.data())};
  CHECK(testing::numbers(attend(query, remembered, 1)) == std::vector<Real>{3, 4});
}

TEST_CASE("attention refuses what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto of = [&](size_t rows, size_t cols, size_t batch) { return tape.filled(rows, cols, batch, 0); };
  const auto refuses = [&](Var query, std::vector<Var> remembered, size_t heads) {
    CHECK_THROWS_AS(attend(query, remembered, heads), ShapeError);
  };
  const auto refuses_ages = [&](Var keys, Var values) {
    const AgeVectors ages{keys, values};
    CHECK_THROWS_AS(attend(of(4, 1, 2), std::array{of(8, 1, 2)}, 2, AgePenalty::kNone, ages), ShapeError);
    CHECK_THROWS_AS(attend_causally(of(12, 3, 2), 2, AgePenalty::kNone, ages), ShapeError);
  };
  refuses_ages(of(4, 3, 1), of(2, 3, 1));
  refuses_ages(of(2, 3, 1), of(2, 4, 1));
  refuses_ages(of(2, 3, 2), of(2, 3, 2));
  refuses(of(6, 1, 2), {}, 2);
  refuses(of(6, 1, 2), {of(12, 1, 2)}, 4);
  refuses(of(6, 1, 2), {of(12, 1, 2)}, 0);
  refuses(of(6, 2, 2), {of(12, 1, 2)}, 2);
  refuses(of(6, 1, 2), {of(12, 1, 2), of(11, 1, 2)}, 2);
  refuses(of(6, 1, 2), {of(12, 1, 1)}, 2);
  refuses(of(6, 1, 2), {of(12, 2, 2)}, 2);
  CHECK_THROWS_AS(attend_causally(of(18, 5, 1), 4), ShapeError);
  CHECK_THROWS_AS(attend_causally(of(17, 5, 1), 1), ShapeError);
  CHECK_THROWS_AS(attend_causally(of(18, 5, 1), 0), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
