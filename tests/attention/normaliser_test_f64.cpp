#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "attention/normalisers/hard.hpp"
#include "attention/normalisers/sparsemax.hpp"
#include "attention/normalisers/top_k.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/tape/frozen.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;
using Column = std::vector<double>;

const CheckedFunction kSparsemax = [](Tape&, In in) { return sparsemax(in[0]); };
const CheckedFunction kHard = [](Tape&, In in) { return hard(in[0]); };
CheckedFunction best(size_t k) {
  return [k](Tape&, In in) { return top_k(in[0], k); };
}

std::vector<CheckedInput> one_column(const std::vector<Real>& scores) {
  return {{"scores", scores.size(), 1, 1, scores}};
}

/// The columns of an input, or of a value of its shape, one after the other.
std::vector<Column> columns_of(const std::vector<Real>& values, size_t rows) {
  std::vector<Column> all;
  for (size_t i = 0; i < values.size(); i += rows)
    all.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(i),
                     values.begin() + static_cast<std::ptrdiff_t>(i + rows));
  return all;
}

/// Martins & Astudillo 2016, algorithm 1: sort, find the support, subtract the threshold.
Column plain_sparsemax(const Column& z) {
  Column sorted = z;
  std::sort(sorted.rbegin(), sorted.rend());
  double sum = 0, tau = 0;
  for (size_t k = 1; k <= sorted.size(); ++k) {
    sum += sorted[k - 1];
    if (1 + static_cast<double>(k) * sorted[k - 1] > sum) tau = (sum - 1) / static_cast<double>(k);
  }
  Column p;
  for (const double x : z) p.push_back(std::max(x - tau, 0.0));
  return p;
}

/// Softmax over the k highest.
Column plain_top_k(const Column& z, size_t k) {
  std::vector<size_t> order(z.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t i, size_t j) { return z[i] > z[j]; });
  order.resize(std::min(k, order.size()));
  double total = 0;
  for (const size_t i : order) total += std::exp(z[i]);
  Column p(z.size(), 0);
  for (const size_t i : order) p[i] = std::exp(z[i]) / total;
  return p;
}

/// Against `right` column by column: for few and many slots, near and far scores, heads and items.
template <class Right>
void check_columns(const CheckedFunction& f, Right right) {
  for (const size_t slots : {1, 2, 7, 21, 64})
    for (const double spread : {0.01, 0.3, 3.0, 30.0}) {
      const auto in = testing::drawn({{"scores", slots, 3, -spread, spread}}, 2);
      const auto got = columns_of(testing::run(f, in).value, slots);
      const auto z = columns_of(in[0].values, slots);
      REQUIRE(got.size() == z.size());
      for (size_t c = 0; c < z.size(); ++c) {
        const Column expected = right(z[c]);
        for (size_t n = 0; n < slots; ++n) {
          INFO("slots " << slots << ", spread " << spread << ", column " << c << ", slot " << n);
          CHECK(got[c][n] == Approx(expected[n]).epsilon(1e-11).margin(1e-13));
          CHECK((got[c][n] == 0) == (expected[n] == 0));
        }
      }
    }
}

/// The gradient of a column's weights p for the incoming gradients 1, 2, 3 …, by the rule  dz = p∘(dy − Σ p∘dy).
Column softmax_gradient(const Column& p, size_t first) {
  double along = 0;
  for (size_t n = 0; n < p.size(); ++n) along += p[n] * static_cast<double>(first + n);
  Column d;
  for (size_t n = 0; n < p.size(); ++n) d.push_back(p[n] * (static_cast<double>(first + n) - along));
  return d;
}

template <class Right>
void check_gradients(const CheckedFunction& f, double spread, Right right) {
  constexpr size_t kSlots = 21;
  const auto in = testing::drawn({{"scores", kSlots, 3, -spread, spread}}, 2);
  const auto got = columns_of(testing::run(f, in).gradients[0], kSlots);
  const auto z = columns_of(in[0].values, kSlots);
  for (size_t c = 0; c < z.size(); ++c) {
    const Column expected = right(z[c], c * kSlots + 1);
    for (size_t n = 0; n < kSlots; ++n) CHECK(got[c][n] == Approx(expected[n]).epsilon(1e-10).margin(1e-11));
  }
}

}  // namespace

TEST_CASE("sparsemax is what sorting gives, and its gradient the Jacobian's") {
  check_columns(kSparsemax, plain_sparsemax);
  for (const double spread : {0.02, 0.5, 5.0})
    check_gradients(kSparsemax, spread, [](const Column& z, size_t first) {
      const Column p = plain_sparsemax(z);
      double total = 0, kept = 0;
      for (size_t n = 0; n < p.size(); ++n)
        if (p[n] > 0) {
          total += static_cast<double>(first + n);
          kept += 1;
        }
      Column d;
      for (size_t n = 0; n < p.size(); ++n) d.push_back(p[n] > 0 ? static_cast<double>(first + n) - total / kept : 0);
      return d;
    });
}

TEST_CASE("sparsemax shares alike between equal scores, and its gradient is finite there") {
  for (const Real level : {0.0, -1e6, 1e6}) {
    const auto got = testing::run(kSparsemax, one_column(std::vector<Real>(21, level)));
    for (const Real p : got.value) CHECK(p == Approx(1.0 / 21));
    for (const Real d : got.gradients[0]) CHECK(std::isfinite(d));
  }
  // The second lies exactly 1 below the first: on the boundary, weight 0.
  const auto edge = testing::run(kSparsemax, one_column({1, 0, -5}));
  CHECK(edge.value == std::vector<Real>{1, 0, 0});
  CHECK(edge.gradients[0] == std::vector<Real>{0, 0, 0});
}

TEST_CASE("sparsemax needs no luck with scores that leave the support one by one") {
  Column z;
  for (int n = 0; n < 200; ++n) z.push_back(-std::pow(0.9, n));
  std::vector<Real> scores(z.rbegin(), z.rend());
  const auto got = testing::run(kSparsemax, one_column(scores)).value;
  const Column right = plain_sparsemax({scores.begin(), scores.end()});
  for (size_t n = 0; n < got.size(); ++n) CHECK(got[n] == Approx(right[n]).margin(1e-13));
}

TEST_CASE("top-k is softmax over the k highest, the first of equal ones, with its gradient") {
  for (const size_t k : {1, 2, 4, 20}) {
    check_columns(best(k), [=](const Column& z) { return plain_top_k(z, k); });
    check_gradients(best(k), 1,
                    [=](const Column& z, size_t first) { return softmax_gradient(plain_top_k(z, k), first); });
  }
  const auto ties = testing::run(best(3), one_column({1, 2, 1, 1, 2, 1, 1}));
  for (const size_t n : {2, 3, 5, 6}) {
    CHECK(ties.value[n] == 0);
    CHECK(ties.gradients[0][n] == 0);
  }
  CHECK(ties.value[0] == Approx(1 / (1 + 2 * std::exp(1))));
  CHECK(ties.value[1] == ties.value[4]);
}

TEST_CASE("top-k of as many as there are slots, or more, is softmax") {
  const auto in = testing::drawn({{"scores", 9, 2, -3, 3}}, 2);
  const auto right = testing::run([](Tape&, In x) { return softmax(x[0]); }, in);
  for (const size_t k : {9, 10, 1000000}) {
    const auto got = testing::run(best(k), in);
    CHECK(got.value == right.value);
    CHECK(got.gradients == right.gradients);
  }
}

TEST_CASE("hard is one-hot at the highest score, the first of equal ones, and its gradient is softmax's") {
  for (const size_t slots : {1, 7, 21, 64}) {
    const auto in = testing::drawn({{"scores", slots, 3, -2, 2}}, 2);
    const auto got = testing::run(kHard, in);
    const auto z = columns_of(in[0].values, slots), w = columns_of(got.value, slots);
    for (size_t c = 0; c < z.size(); ++c) {
      Column right(slots, 0);
      right[static_cast<size_t>(std::max_element(z[c].begin(), z[c].end()) - z[c].begin())] = 1;
      CHECK(w[c] == right);
    }
    CHECK(got.gradients == testing::run([](Tape&, In x) { return softmax(x[0]); }, in).gradients);
  }
  const auto ties = testing::run(kHard, one_column({0, 3, 3, -1, 3}));
  CHECK(ties.value == std::vector<Real>{0, 1, 0, 0, 0});
  for (const Real d : ties.gradients[0]) CHECK(std::isfinite(d));
}

TEST_CASE("no normaliser hides a score that is not a number, nor overflows") {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  for (const auto& f : {kSparsemax, best(2), best(1), kHard}) {
    for (size_t where = 0; where < 19; ++where) {
      std::vector<Real> scores(19, 0.1);
      scores[where] = nan;
      const auto got = testing::run(f, one_column(scores)).value;
      CHECK(std::any_of(got.begin(), got.end(), [](Real p) { return std::isnan(p); }));
    }
    const auto none = testing::run(f, one_column({nan, nan, nan})).value;
    CHECK(std::isnan(std::accumulate(none.begin(), none.end(), Real{0})));
    CHECK(testing::run(f, one_column({-1e300, 1e300, 0})).value == std::vector<Real>{0, 1, 0});
  }
}

TEST_CASE("straight-through takes its value from the one, and gives its gradient to the other") {
  const std::vector<CheckedInput> in = {{"chosen", 2, 1, 1, {0.1, 0.2}}, {"soft", 2, 1, 1, {1e9, -3}}};
  const auto got = testing::run([](Tape&, In x) { return straight_through(x[0], x[1]); }, in);
  CHECK(got.value == std::vector<Real>{0.1, 0.2});
  CHECK(got.gradients[0] == std::vector<Real>{0, 0});
  CHECK(got.gradients[1] == std::vector<Real>{1, 2});
}

TEST_CASE("what is frozen stands where it stood in the first run") {
  const ParameterStore none(0);
  Frozen frozen;
  Tape tape;
  tape.set_frozen(&frozen);
  const auto run = [&](Real x) {
    tape.begin(none, nullptr);
    const Var v = tape.filled(2, 1, 1, x);
    const Var twice = stop_gradient(scale(v, 2)), once = stop_gradient(v);
    return testing::numbers(add(twice, scale(once, 100)));
  };
  CHECK(run(1) == std::vector<Real>{102, 102});
  CHECK(run(5) == std::vector<Real>{102, 102});
  tape.set_frozen(nullptr);
  CHECK(run(5) == std::vector<Real>{510, 510});
}

TEST_CASE("the gradient check does not take a straight-through rule on trust") {
  const OpRow right{"", {{"x", 3, 4}}, [](Tape&, In in) { return square(straight_through(square(in[0]), in[0])); }};
  CHECK(check_op(right).ok());
  const OpRow wrong{"", {{"x", 3, 4}}, [](Tape&, In in) {
                      const Var through = straight_through(square(in[0]), in[0]), y = like(through);
                      map(
                          y, [](Real v) { return v * v; }, through);
                      // not 2·through·dy
                      return y.tape->record(y, {through}, [=] { accumulate(through, y, [](Real dy) { return dy; }); });
                    }};
  CHECK_FALSE(check_op(wrong).ok());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
