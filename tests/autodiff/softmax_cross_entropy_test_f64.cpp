// The cross-entropy of classes, against plain loops.

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "autodiff/base/error.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;
using testing::at;

const CheckedFunction kLoss = [](Tape&, In in) { return softmax_cross_entropy(in[0], in[1], in[2]); };

/// −Σ m·t·log(exp(z) / Σ exp(z)) of one item, by the definition.
double by_loops(const std::vector<CheckedInput>& in, size_t b) {
  double total = 0;
  for (size_t c = 0; c < in[0].cols; ++c) {
    double sum = 0;
    for (size_t r = 0; r < in[0].rows; ++r) sum += std::exp(at(in[0], b, r, c));
    for (size_t r = 0; r < in[0].rows; ++r)
      total -= at(in[2], b, r, c) * at(in[1], b, r, c) * std::log(std::exp(at(in[0], b, r, c)) / sum);
  }
  return total;
}

}  // namespace

TEST_CASE("softmax cross-entropy: that of the softmax of each column, summed over what the mask keeps") {
  for (const size_t batch : {1, 3})
    for (const auto& [rows, cols] : {std::pair<size_t, size_t>{5, 4}, {1, 3}, {40, 1}}) {
      const auto in = testing::drawn(
          {{"logits", rows, cols, -4, 4}, {"target", rows, cols, 0, 1}, {"mask", rows, cols, 0, 1}}, batch);
      const auto got = testing::run(kLoss, in);
      REQUIRE(got.rows == 1);
      REQUIRE(got.cols == 1);
      REQUIRE(got.value.size() == batch);
      for (size_t b = 0; b < batch; ++b) CHECK(got.value[b] == Approx(by_loops(in, b)).epsilon(1e-13).margin(1e-14));
      for (size_t i = 0; i < got.gradients[0].size(); ++i) {
        const size_t b = i / (rows * cols), c = i / rows % cols, r = i % rows;
        double sum = 0, asked = 0;
        for (size_t k = 0; k < rows; ++k) {
          sum += std::exp(at(in[0], b, k, c));
          asked += at(in[2], b, k, c) * at(in[1], b, k, c);
        }
        const double right = asked * std::exp(at(in[0], b, r, c)) / sum - at(in[2], b, r, c) * at(in[1], b, r, c);
        CHECK(got.gradients[0][i] == Approx(static_cast<double>(b + 1) * right).epsilon(1e-12).margin(1e-13));
      }
    }
}

TEST_CASE("softmax cross-entropy: of tokens, however many kinds there are") {
  constexpr size_t kCols = 5, kBatch = 2;
  const auto chosen = [](size_t column, size_t rows) {  // every fourth column has none
    return column % 4 == 3 ? kNoToken : static_cast<uint32_t>(7 * column % rows);
  };
  const CheckedFunction of_tokens = [&](Tape& tape, In in) {
    auto* const tokens = tape.keep<uint32_t>(kCols * kBatch);
    for (size_t i = 0; i < kCols * kBatch; ++i) tokens[i] = chosen(i, in[0].rows);
    return softmax_cross_entropy(in[0], tape.tokens(in[0].rows, kCols, kBatch, tokens), in[1]);
  };
  for (const size_t rows : {1, 5, 8, 11, 40}) {  // fewer than fill a register, some, and with some left over
    const auto in = testing::drawn({{"logits", rows, kCols, -4, 4}, {"mask", 1, kCols, 0, 1}}, kBatch);
    const auto got = testing::run(of_tokens, in);
    for (size_t b = 0; b < kBatch; ++b) {
      double total = 0;
      for (size_t c = 0; c < kCols; ++c) {
        const uint32_t right = chosen(b * kCols + c, rows);
        const double weight = right == kNoToken ? 0 : at(in[1], b, 0, c);
        double sum = 0;
        for (size_t r = 0; r < rows; ++r) sum += std::exp(at(in[0], b, r, c));
        if (weight != 0) total += weight * (std::log(sum) - at(in[0], b, right, c));
        for (size_t r = 0; r < rows; ++r) {
          const double d = static_cast<double>(b + 1) * weight * (std::exp(at(in[0], b, r, c)) / sum - (r == right));
          CHECK(got.gradients[0][(b * kCols + c) * rows + r] == Approx(d).epsilon(1e-12).margin(1e-13));
        }
      }
      CHECK(got.value[b] == Approx(total).epsilon(1e-12));
    }
  }
}

TEST_CASE("softmax cross-entropy: a one-hot target costs what its class is short of certain; others cost nothing") {
  // Columns: class 2 of 3 at odds 1 : 2 : 1, and one that is not scored.
  const double two = std::log(2.);
  const auto got = testing::run(kLoss, {{"logits", 3, 2, 1, {0, two, 0, 9, 8, 7}},
                                        {"target", 3, 2, 1, {0, 1, 0, 0, 0, 0}},
                                        {"mask", 3, 2, 1, {1, 1, 1, 0, 0, 0}}});
  CHECK(got.value[0] == Approx(std::log(2.)).epsilon(1e-15));
  const std::vector<double> right{0.25, -0.5, 0.25, 0, 0, 0};  // softmax − target, and nothing
  for (size_t i = 0; i < right.size(); ++i) CHECK(got.gradients[0][i] == Approx(right[i]).margin(1e-15));
}

TEST_CASE("softmax cross-entropy: logits far apart neither overflow nor lose the cost") {
  for (const double far : {1e3, 1e8}) {
    const auto wrong =
        testing::run(kLoss, {{"logits", 2, 1, 1, {far, -far}}, {"target", 2, 1, 1, {0, 1}}, {"mask", 2, 1, 1, {1, 1}}});
    CHECK(wrong.value[0] == 2 * far);
    CHECK(wrong.gradients[0] == std::vector<Real>{1, -1});
    const auto right =
        testing::run(kLoss, {{"logits", 2, 1, 1, {far, -far}}, {"target", 2, 1, 1, {1, 0}}, {"mask", 2, 1, 1, {1, 1}}});
    CHECK(right.value[0] == 0);
    CHECK(right.gradients[0] == std::vector<Real>{0, 0});
  }
}

TEST_CASE("softmax cross-entropy: a NaN among the logits is not passed over") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (size_t at = 0; at < 3; ++at) {
    std::vector<Real> logits{1, 2, 3};
    logits[at] = nan;
    const auto got = testing::run(
        kLoss, {{"logits", 3, 1, 1, logits}, {"target", 3, 1, 1, {0, 1, 0}}, {"mask", 3, 1, 1, {1, 1, 1}}});
    CHECK(std::isnan(got.value[0]));
  }
}

TEST_CASE("softmax cross-entropy: shapes that do not fit are refused") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto ones = [&](size_t rows, size_t cols, size_t batch = 1) { return tape.filled(rows, cols, batch, 1); };
  CHECK_THROWS_AS(softmax_cross_entropy(ones(3, 4), ones(3, 4), ones(1, 4)), ShapeError);
  CHECK_THROWS_AS(softmax_cross_entropy(ones(3, 4, 2), ones(3, 4, 1), ones(3, 4, 2)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
