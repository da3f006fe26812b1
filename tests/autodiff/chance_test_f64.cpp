// Stochastic nodes: their samples, and whether gradient estimators are unbiased where the gradient is known in closed
// form.

#include "autodiff/ops/chance.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <numeric>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::numbers;
using Vector = std::vector<Real>;
using Objective = std::function<Var(const Context&, Var)>;

constexpr size_t kDraws = 20000;

Vector softmax_of(const Vector& z) {
  Vector p(z.size());
  std::transform(z.begin(), z.end(), p.begin(), [](Real x) { return std::exp(x); });
  const Real sum = std::accumulate(p.begin(), p.end(), Real{0});
  for (Real& x : p) x /= sum;
  return p;
}

/// Mean and standard error of each number.
struct Estimate {
  Vector mean, error;
  /// The largest error of the mean, in standard errors.
  double off(const Vector& exact) const {
    double most = 0;
    for (size_t i = 0; i < exact.size(); ++i) most = std::max(most, std::abs(mean[i] - exact[i]) / error[i]);
    return most;
  }
  double variance() const {  ///< of one draw
    return std::inner_product(error.begin(), error.end(), error.begin(), 0.0) * static_cast<double>(kDraws);
  }
};

/// The gradient of an objective by `at`, a column, from one draw per item.
Estimate gradients(const Vector& at, const Objective& objective) {
  const size_t n = at.size();
  Vector inputs, gradient(n * kDraws, 0);
  for (size_t b = 0; b < kDraws; ++b) inputs.insert(inputs.end(), at.begin(), at.end());
  const ParameterStore none(0);
  Noise noise(3, Split::kCheck, 0, kDraws);
  Tape tape;
  Real recorded = 0;
  tape.begin(none, &recorded);
  const Var x = tape.variable(n, 1, kDraws, inputs.data(), gradient.data());
  tape.backward(objective({tape, kDraws, noise}, x));
  Estimate result{Vector(n, 0), Vector(n, 0)};
  for (size_t i = 0; i < n; ++i) {
    Real squares = 0;
    for (size_t b = 0; b < kDraws; ++b) result.mean[i] += gradient[b * n + i] / kDraws;
    for (size_t b = 0; b < kDraws; ++b) squares += std::pow(gradient[b * n + i] - result.mean[i], 2);
    result.error[i] = std::sqrt(squares / (kDraws - 1) / kDraws);
  }
  return result;
}

// A choice among four with the value (Σ chosen·v)²: E = Σ p·v², whose gradient by logit k is p_k·(v_k² − E).
const Vector kLogits{0.3, -0.5, 0.8, 0}, kValues{2, -1, 0.5, 3};

Var worth(Var shares) {
  return square(sum_rows(multiply(shares, shares.tape->constant(kValues.size(), 1, 1, kValues.data()))));
}

Real expected_worth() {
  const Vector p = softmax_of(kLogits);
  Real sum = 0;
  for (size_t k = 0; k < p.size(); ++k) sum += p[k] * kValues[k] * kValues[k];
  return sum;
}

Vector exact() {
  Vector g = softmax_of(kLogits);
  for (size_t k = 0; k < g.size(); ++k) g[k] *= kValues[k] * kValues[k] - expected_worth();
  return g;
}

Objective score_function(Real baseline) {
  return [=](const Context& context, Var logits) {
    const Var chosen = draw_class(context, logits);
    return multiply(stop_gradient(shift(worth(chosen), -baseline)), log_probability(logits, chosen));
  };
}

Objective relaxed(Real temperature, bool hard) {
  return [=](const Context& context, Var logits) { return worth(gumbel_softmax(context, logits, temperature, hard)); };
}

Var through(const Context& context, Var logits) {
  return worth(straight_through(draw_class(context, logits), softmax(logits)));
}

}  // namespace

TEST_CASE("the score function's mean is the exact gradient, and a baseline lowers its variance") {
  const Estimate plain = gradients(kLogits, score_function(0)),
                 with_baseline = gradients(kLogits, score_function(expected_worth()));
  CHECK(plain.off(exact()) < 4);
  CHECK(with_baseline.off(exact()) < 4);
  CHECK(plain.off({0, 0, 0, 0}) > 20);  // else the test has no power
  CHECK(with_baseline.variance() < plain.variance() / 2);
}

TEST_CASE("straight-through and Gumbel's softmax are biased, the latter less so as it cools") {
  CHECK(gradients(kLogits, through).off(exact()) > 10);
  const auto bias = [](Real temperature, bool hard) {
    const Estimate found = gradients(kLogits, relaxed(temperature, hard));
    double squares = 0;
    for (size_t k = 0; k < kLogits.size(); ++k) squares += std::pow(found.mean[k] - exact()[k], 2);
    return std::pair{std::sqrt(squares), found};
  };
  const auto [warm_bias, warm] = bias(2, false);
  const auto [cool_bias, cool] = bias(Real(0.25), false);
  CHECK(warm.off(exact()) > 10);
  CHECK(cool_bias < warm_bias / 3);
  CHECK(cool.variance() > 2 * warm.variance());  // the cost of that
  CHECK(bias(1, true).second.off(exact()) > 10);
}

TEST_CASE("the score function of a Gaussian choice, too") {
  const Vector mean{0.7, -0.4};  // E Σ x² = Σ μ² + 2σ², whose gradient is 2μ
  constexpr Real kDeviation = 0.5;
  const auto objective = [](Real baseline) -> Objective {
    return [=](const Context& context, Var at) {
      const Var x = draw_normal(context, at, kDeviation);
      return multiply(stop_gradient(shift(sum_rows(square(x)), -baseline)), normal_log_density(at, kDeviation, x));
    };
  };
  const Estimate plain = gradients(mean, objective(0)), with_baseline = gradients(mean, objective(Real(1.15)));
  CHECK(plain.off({1.4, -0.8}) < 4);
  CHECK(with_baseline.off({1.4, -0.8}) < 4);
  CHECK(plain.off({0, 0}) > 20);
  CHECK(with_baseline.variance() < 0.7 * plain.variance());
}

TEST_CASE("entropy and log-probabilities are those of their formulas") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var logits = tape.constant(4, 1, 1, kLogits.data());
  const Vector p = softmax_of(kLogits), one_hot{0, 0, 1, 0};
  Real h = 0;
  for (const Real x : p) h -= x * std::log(x);
  CHECK(numbers(entropy(logits))[0] == Approx(h));
  CHECK(numbers(entropy(tape.filled(8, 1, 1, 3)))[0] == Approx(std::log(8)));
  CHECK(numbers(log_probability(logits, tape.constant(4, 1, 1, one_hot.data())))[0] == Approx(std::log(p[2])));
  const Var density = normal_log_density(tape.filled(2, 1, 1, 1), 3, tape.filled(2, 1, 1, 4));
  CHECK(numbers(density)[0] == Approx(2 * std::log(std::exp(-0.5) / (3 * std::sqrt(2 * M_PI)))));
}

TEST_CASE("what is drawn has the probabilities that it is drawn by, from each episode's own stream") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  Noise noise(5, Split::kCheck, 0, kDraws);
  const Var logits = repeat(tape.constant(4, 1, 1, kLogits.data()), kDraws);
  const Context context{tape, kDraws, noise};
  const Vector p = softmax_of(kLogits);
  for (const Var drawn : {draw_class(context, logits), gumbel_softmax(context, logits, 1, true)}) {
    Vector shares(4, 0);
    for (size_t b = 0; b < kDraws; ++b)
      for (size_t k = 0; k < 4; ++k) shares[k] += tape.value(drawn).item(b)[k] / kDraws;
    for (size_t k = 0; k < 4; ++k) CHECK(std::abs(shares[k] - p[k]) < 5 * std::sqrt(p[k] * (1 - p[k]) / kDraws));
  }
  Real mean = 0, square_mean = 0;
  for (const Real x : numbers(draw_normal(context, repeat(tape.filled(1, 1, 1, 2), kDraws), 3))) {
    mean += x / kDraws;
    square_mean += x * x / kDraws;
  }
  CHECK(std::abs(mean - 2) < 5 * 3 / std::sqrt(kDraws));
  CHECK(square_mean - mean * mean == Approx(9).epsilon(0.05));

  const Var three = repeat(tape.constant(4, 1, 1, kLogits.data()), 3);
  Noise together(5, Split::kCheck, 0, 3), last(5, Split::kCheck, 2, 1);
  const auto all = numbers(gumbel_softmax({tape, 3, together}, three, 1, false));
  CHECK(Vector(all.end() - 4, all.end()) ==
        numbers(gumbel_softmax({tape, 1, last}, tape.constant(4, 1, 1, kLogits.data()), 1, false)));
  CHECK_THROWS_AS(draw_class({tape, 3, last}, three), ShapeError);
}

TEST_CASE("what has no weight is never drawn, and a sure thing always") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  Noise noise(5, Split::kCheck, 0, 1);
  const Real never = -2000;
  const Var drawn = draw_class({tape, 1, noise}, [&] {
    Vector logits;
    for (size_t c = 0; c < 1000; ++c) logits.insert(logits.end(), {never, 0, never});
    return tape.constant(3, 1000, 1, logits.data());
  }());
  for (size_t c = 0; c < 1000; ++c) CHECK(tape.value(drawn).column(0, c)[1] == 1);
}

TEST_CASE("a running mean moves a tenth of the way to the mean of what it was shown, and is no parameter") {
  ParameterStore store(1);
  store.add("weights", 2, 2, filled(1));
  const Parameter mean = store.add_running_mean("mean", 2, 1);
  const Vector shown{1, 2, 3, 6};
  Vector gradient(store.size(), 0);
  Tape tape;
  Observations seen;
  for (int update = 0; update < 2; ++update) {
    tape.begin(store, gradient.data());
    tape.observe(mean, tape.constant(2, 1, 2, shown.data()));
    seen.clear();
    seen.add(tape.observations());
    seen.move(store);
  }
  const Real* const now = store.data(store.entry(mean));
  CHECK(now[0] == Approx(0.1 * 2 * 1.9));
  CHECK(now[1] == Approx(0.1 * 4 * 1.9));
  CHECK(store.learned_count() == 4);
  tape.begin(store, gradient.data());
  CHECK_FALSE(tape.wants(tape.parameter(mean)));
  CHECK_THROWS_AS(tape.observe(mean, tape.filled(1, 1, 1, 0)), ShapeError);
  Observations(tape.observations()).move(store);
  CHECK(now[0] == Approx(0.1 * 2 * 1.9));  // what was shown nothing stays
}

}  // namespace tapehead::inline TAPEHEAD_REAL
