// Every elementary op's value against plain loops.

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "autodiff/base/error.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

/// value(b, r, c) is the expected element, for batch 1 and 3.
template <class Right>
void check_values_of(const CheckedFunction& f, const std::vector<OpInput>& inputs, size_t rows, size_t cols,
                     Right right) {
  for (const size_t batch : {1, 3}) {
    const auto in = testing::drawn(inputs, batch);
    const auto got = testing::run(f, in);
    INFO("batch " << batch);
    REQUIRE(got.rows == rows);
    REQUIRE(got.cols == cols);
    REQUIRE(got.value.size() % (rows * cols) == 0);
    for (size_t i = 0; i < got.value.size(); ++i) {
      const size_t b = i / (rows * cols), r = i % rows, c = i / rows % cols;
      INFO("item " << b << ", row " << r << ", column " << c);
      CHECK(got.value[i] == Approx(right(in, b, r, c)).epsilon(1e-13).margin(1e-14));
    }
  }
}

using Inputs = std::vector<CheckedInput>;
using testing::at;

void check_one(Var (*op)(Var), double (*right)(double), double low, double high) {
  check_values_of([=](Tape&, In in) { return op(in[0]); }, {{"x", 3, 4, low, high}}, 3, 4,
                  [=](const Inputs& in, size_t b, size_t r, size_t c) { return right(at(in[0], b, r, c)); });
}

/// Every way of broadcasting one operand along an axis.
void check_two(Var (*op)(Var, Var), double (*right)(double, double)) {
  for (const size_t a_rows : {1, 3})
    for (const size_t b_rows : {1, 3})
      for (const size_t a_cols : {1, 4})
        for (const size_t b_cols : {1, 4})
          for (const bool a_alone : {false, true})
            for (const bool b_alone : {false, true}) {
              INFO(a_rows << "x" << a_cols << " and " << b_rows << "x" << b_cols);
              check_values_of(
                  [=](Tape&, In in) { return op(in[0], in[1]); },
                  {{"a", a_rows, a_cols, 0.5, 2, 0, 0, a_alone}, {"b", b_rows, b_cols, 0.5, 2, 0, 0, b_alone}},
                  std::max(a_rows, b_rows), std::max(a_cols, b_cols),
                  [=](const Inputs& in, size_t b, size_t r, size_t c) {
                    const auto one = [&](const CheckedInput& x) {
                      return at(x, b, x.rows == 1 ? 0 : r, x.cols == 1 ? 0 : c);
                    };
                    return right(one(in[0]), one(in[1]));
                  });
            }
}

}  // namespace

TEST_CASE("elementwise ops of one input have their values") {
  check_one(
      negate, [](double x) { return -x; }, -1, 1);
  check_one([](Var x) { return scale(x, 3); }, [](double x) { return 3 * x; }, -1, 1);
  check_one([](Var x) { return shift(x, 3); }, [](double x) { return x + 3; }, -1, 1);
  check_one(
      sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }, -5, 5);
  check_one(
      tanh, [](double x) { return std::tanh(x); }, -3, 3);
  check_one(
      softplus, [](double x) { return std::log(1 + std::exp(x)); }, -5, 5);
  check_one(
      relu, [](double x) { return x > 0 ? x : 0; }, -1, 1);
  check_one(
      exp, [](double x) { return std::exp(x); }, -3, 3);
  check_one(
      log, [](double x) { return std::log(x); }, 0.1, 3);
  check_one(
      square, [](double x) { return x * x; }, -1, 1);
  check_one(
      inverse_sqrt, [](double x) { return 1 / std::sqrt(x); }, 0.1, 3);
  check_one(
      stop_gradient, [](double x) { return x; }, -1, 1);
  check_one([](Var x) { return reshape(x, x.rows, x.cols); }, [](double x) { return x; }, -1, 1);
}

TEST_CASE("elementwise ops of two inputs have their values, however they broadcast") {
  check_two(add, [](double a, double b) { return a + b; });
  check_two(subtract, [](double a, double b) { return a - b; });
  check_two(multiply, [](double a, double b) { return a * b; });
  check_two(divide, [](double a, double b) { return a / b; });
}

TEST_CASE("mix goes from b to a with the gate") {
  for (const size_t rows : {1, 3})
    check_values_of([](Tape&, In in) { return mix(in[0], in[1], in[2]); },
                    {{"gate", rows, 4, 0, 1}, {"a", 3, 4}, {"b", 3, 4}}, 3, 4,
                    [=](const Inputs& in, size_t b, size_t r, size_t c) {
                      const double g = at(in[0], b, rows == 1 ? 0 : r, c);
                      return g * at(in[1], b, r, c) + (1 - g) * at(in[2], b, r, c);
                    });
}

TEST_CASE("ops along columns have their values") {
  const std::vector<OpInput> x = {{"x", 5, 3, -4, 4}};
  check_values_of([](Tape&, In in) { return softmax(in[0]); }, x, 5, 3,
                  [](const Inputs& in, size_t b, size_t r, size_t c) {
                    double total = 0;
                    for (size_t k = 0; k < 5; ++k) total += std::exp(at(in[0], b, k, c));
                    return std::exp(at(in[0], b, r, c)) / total;
                  });
  check_values_of([](Tape&, In in) { return scaled_softmax(in[0], in[1]); }, {x[0], {"factors", 1, 3, -2, 2}}, 5, 3,
                  [](const Inputs& in, size_t b, size_t r, size_t c) {
                    const double factor = at(in[1], b, 0, c);
                    double total = 0;
                    for (size_t k = 0; k < 5; ++k) total += std::exp(factor * at(in[0], b, k, c));
                    return std::exp(factor * at(in[0], b, r, c)) / total;
                  });
  const auto total = [](const CheckedInput& v, size_t b, size_t r0, size_t r1, size_t c0, size_t c1) {
    double sum_of = 0;
    for (size_t c = c0; c < c1; ++c)
      for (size_t r = r0; r < r1; ++r) sum_of += at(v, b, r, c);
    return sum_of;
  };
  check_values_of([](Tape&, In in) { return sum_rows(in[0]); }, x, 1, 3,
                  [&](const Inputs& in, size_t b, size_t, size_t c) { return total(in[0], b, 0, 5, c, c + 1); });
  check_values_of([](Tape&, In in) { return sum_columns(in[0]); }, x, 5, 1,
                  [&](const Inputs& in, size_t b, size_t r, size_t) { return total(in[0], b, r, r + 1, 0, 3); });
  check_values_of([](Tape&, In in) { return sum(in[0]); }, x, 1, 1,
                  [&](const Inputs& in, size_t b, size_t, size_t) { return total(in[0], b, 0, 5, 0, 3); });
}

TEST_CASE("softmax and softplus stand large numbers") {
  const auto large = testing::run([](Tape&, In in) { return softmax(in[0]); }, {{"x", 3, 1, 1, {1e4, 1e4, -1e4}}});
  CHECK(large.value == std::vector<Real>{0.5, 0.5, 0});
  const auto plus = testing::run([](Tape&, In in) { return softplus(in[0]); }, {{"x", 2, 1, 1, {1e4, -1e4}}});
  CHECK(plus.value == std::vector<Real>{1e4, 0});
}

TEST_CASE("circular convolution shifts by its kernel's rows, round about") {
  for (const size_t taps : {1, 3, 5, 11})
    check_values_of([](Tape&, In in) { return circular_convolution(in[0], in[1]); }, {{"w", 4, 2}, {"kernel", taps, 2}},
                    4, 2,
                    [=](const Inputs& in, size_t b, size_t r, size_t c) {
                      double y = 0;
                      for (size_t j = 0; j < taps; ++j)
                        y += at(in[1], b, j, c) * at(in[0], b, (r + 40 + j - taps / 2) % 4, c);
                      return y;
                    });
}

TEST_CASE("products have their values, and repeat an input of one item") {
  for (const bool a_alone : {false, true})
    for (const bool b_alone : {false, true}) {
      const OpInput a{"a", 3, 4, -1, 1, 0, 0, a_alone}, at_first{"a", 4, 3, -1, 1, 0, 0, a_alone},
          b{"b", 4, 2, -1, 1, 0, 0, b_alone};
      const auto product = [](auto left) {
        return [=](const Inputs& in, size_t i, size_t r, size_t c) {
          double total = 0;
          for (size_t k = 0; k < 4; ++k) total += left(in[0], i, r, k) * at(in[1], i, k, c);
          return total;
        };
      };
      check_values_of([](Tape&, In in) { return matmul(in[0], in[1]); }, {a, b}, 3, 2,
                      product([](const CheckedInput& x, size_t i, size_t r, size_t k) { return at(x, i, r, k); }));
      check_values_of([](Tape&, In in) { return matmul_transposed(in[0], in[1]); }, {at_first, b}, 3, 2,
                      product([](const CheckedInput& x, size_t i, size_t r, size_t k) { return at(x, i, k, r); }));
    }
}

TEST_CASE("outer products are summed over the columns") {
  check_values_of([](Tape&, In in) { return outer_products(in[0], in[1]); }, {{"a", 3, 4}, {"b", 2, 4}}, 3, 2,
                  [](const Inputs& in, size_t i, size_t r, size_t c) {
                    double total = 0;
                    for (size_t k = 0; k < 4; ++k) total += at(in[0], i, r, k) * at(in[1], i, c, k);
                    return total;
                  });
}

TEST_CASE("shapes are cut and joined where they should be") {
  const std::vector<OpInput> x = {{"x", 5, 4}};
  check_values_of([](Tape&, In in) { return rows(in[0], 1, 3); }, x, 3, 4,
                  [](const Inputs& in, size_t b, size_t r, size_t c) { return at(in[0], b, r + 1, c); });
  check_values_of([](Tape&, In in) { return columns(in[0], 2, 2); }, x, 5, 2,
                  [](const Inputs& in, size_t b, size_t r, size_t c) { return at(in[0], b, r, c + 2); });
  check_values_of([](Tape&, In in) { return columns(rows(columns(in[0], 1, 3), 1, 3), 1, 1); }, x, 3, 1,
                  [](const Inputs& in, size_t b, size_t r, size_t) { return at(in[0], b, r + 1, 2); });
  check_values_of([](Tape&, In in) { return reshape(in[0], 2, 10); }, x, 2, 10,
                  [](const Inputs& in, size_t b, size_t r, size_t c) {
                    const size_t i = c * 2 + r;
                    return at(in[0], b, i % 5, i / 5);
                  });
  check_values_of([](Tape&, In in) { return stack(in); }, {{"a", 2, 3}, {"b", 4, 3, -1, 1, 0, 0, true}}, 6, 3,
                  [](const Inputs& in, size_t b, size_t r, size_t c) {
                    return r < 2 ? at(in[0], b, r, c) : at(in[1], b, r - 2, c);
                  });
  check_values_of([](Tape&, In in) { return beside(in); }, {{"a", 3, 2, -1, 1, 0, 0, true}, {"b", 3, 4}}, 3, 6,
                  [](const Inputs& in, size_t b, size_t r, size_t c) {
                    return c < 2 ? at(in[0], b, r, c) : at(in[1], b, r, c - 2);
                  });
  check_values_of([](Tape&, In in) { return repeat(in[0], 3); }, {{"x", 2, 3, -1, 1, 0, 0, true}}, 2, 3,
                  [](const Inputs& in, size_t, size_t r, size_t c) { return at(in[0], 0, r, c); });
}

TEST_CASE("cross-entropy is that of the sigmoid, summed over what the mask keeps") {
  check_values_of([](Tape&, In in) { return sigmoid_cross_entropy(in[0], in[1], in[2]); },
                  {{"logits", 3, 4, -4, 4}, {"target", 3, 4, 0, 1}, {"mask", 3, 4, 0, 1}}, 1, 1,
                  [](const Inputs& in, size_t b, size_t, size_t) {
                    double total = 0;
                    for (size_t c = 0; c < 4; ++c)
                      for (size_t r = 0; r < 3; ++r) {
                        const double p = 1 / (1 + std::exp(-at(in[0], b, r, c))), t = at(in[1], b, r, c);
                        total -= at(in[2], b, r, c) * (t * std::log(p) + (1 - t) * std::log(1 - p));
                      }
                    return total;
                  });
  const auto sure =
      testing::run([](Tape&, In in) { return sigmoid_cross_entropy(in[0], in[1], in[2]); },
                   {{"logits", 2, 1, 1, {1e4, -1e4}}, {"target", 2, 1, 1, {0, 0}}, {"mask", 2, 1, 1, {1, 1}}});
  CHECK(sure.value[0] == 1e4);
}

TEST_CASE("stop_gradient lets no gradient through") {
  const std::vector<CheckedInput> x = {{"x", 2, 1, 1, {3, 5}}};
  const auto got = testing::run([](Tape&, In in) { return multiply(in[0], stop_gradient(in[0])); }, x);
  CHECK(got.gradients[0] == std::vector<Real>{3, 10});  // weights 1 and 2 times the stopped factor alone
}

TEST_CASE("ops refuse shapes that do not fit, and say which") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto ones = [&](size_t rows, size_t cols, size_t batch = 1) { return tape.filled(rows, cols, batch, 1); };
  CHECK_THROWS_WITH(add(ones(3, 4), ones(2, 4)), "add: got 3x4 (batch 1) and 2x4 (batch 1); each axis is equal or 1");
  CHECK_THROWS_AS(multiply(ones(3, 4, 2), ones(3, 4, 3)), ShapeError);
  CHECK_THROWS_AS(mix(ones(1, 4), ones(3, 4), ones(3, 1)), ShapeError);
  CHECK_THROWS_AS(mix(ones(1, 4), ones(3, 4, 1), ones(3, 4, 2)), ShapeError);
  CHECK_THROWS_AS(matmul(ones(3, 4), ones(3, 4)), ShapeError);
  CHECK_THROWS_AS(matmul(ones(3, 4, 2), ones(4, 3, 3)), ShapeError);
  CHECK_THROWS_AS(matmul_transposed(ones(3, 4), ones(4, 3)), ShapeError);
  CHECK_THROWS_AS(outer_products(ones(3, 4), ones(3, 5)), ShapeError);
  CHECK_THROWS_AS(outer_products(ones(3, 4, 2), ones(3, 4)), ShapeError);
  CHECK_THROWS_AS(circular_convolution(ones(5, 2), ones(2, 2)), ShapeError);
  CHECK_THROWS_AS(circular_convolution(ones(5, 2), ones(3, 1)), ShapeError);
  CHECK_THROWS_AS(rows(ones(3, 4), 2, 2), ShapeError);
  CHECK_THROWS_AS(columns(ones(3, 4), 4, 1), ShapeError);
  CHECK_THROWS_AS(reshape(ones(3, 4), 5, 2), ShapeError);
  CHECK_THROWS_AS(reshape(rows(ones(3, 4), 0, 2), 4, 2), ShapeError);
  CHECK_THROWS_AS(stack({}), ShapeError);
  CHECK_THROWS_AS(stack(std::array{ones(3, 4), ones(3, 3)}), ShapeError);
  CHECK_THROWS_AS(beside(std::array{ones(3, 4), ones(2, 4)}), ShapeError);
  CHECK_THROWS_AS(repeat(ones(3, 4, 2), 2), ShapeError);
  CHECK_THROWS_AS(sigmoid_cross_entropy(ones(3, 4), ones(3, 4), ones(3, 1)), ShapeError);
  CHECK_THROWS_AS(sigmoid_cross_entropy(ones(3, 4, 2), ones(3, 4, 1), ones(3, 4, 2)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
