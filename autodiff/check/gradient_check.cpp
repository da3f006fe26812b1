#include "autodiff/check/gradient_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "autodiff/check/central_difference.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/frozen.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

// Rounding alone makes a numeric gradient of 1e-13·(loss/scale) in double. So the error of a gradient below a millionth
// of loss/scale (in float, a thirtieth) is relative to that instead.
constexpr double kSmallestGradient = std::is_same_v<Real, double> ? 1e-6 : 3e-2;

/// How the function gets its inputs; each way takes another path through the gradient rules.
enum class Given {
  kVariable,   ///< the caller's memory, added to
  kValue,      ///< made by an op: the first contribution to its gradient assigns
  kUsedLater,  ///< made by an op, and a later op contributes to its gradient first
  kWindow,     ///< cut from something larger
};
constexpr const char* given_text(Given given) {
  switch (given) {
    case Given::kVariable: return "as a variable";
    case Given::kValue: return "made by an op";
    case Given::kUsedLater: return "used by a later op too";
    case Given::kWindow: return "as a window";
  }
  return "";
}

/// The inputs, and the weights that reduce the function's value to one number.
class Check final {
 public:
  Check(const CheckedFunction& f, std::vector<CheckedInput> inputs, uint64_t seed)
      : f_(f), inputs_(std::move(inputs)), stream_(seed, Split::kCheck, Purpose::kTest, 0) {
    gradients_.resize(inputs_.size());
    tape_.set_frozen(&frozen_);
    tape_.begin(none_, nullptr);
    const Var y = value(Given::kVariable, kAll);
    weights_ = random(y.size() * y.batch());
    const Var weighted = multiply(y, tape_.constant(y.rows, y.cols, y.batch(), weights_.data()));
    const Real* terms = tape_.value(weighted).data;
    for (size_t i = 0; i < weights_.size(); ++i) size_ += std::abs(static_cast<double>(terms[i]));
    for (const CheckedInput& x : inputs_) later_.push_back(random(x.values.size()));
  }

  GradientError run() {
    for (size_t i = 0; i < inputs_.size(); ++i) numeric_.push_back(numeric(i));
    GradientError worst;
    for (const Given given : {Given::kVariable, Given::kValue, Given::kUsedLater, Given::kWindow}) {
      analytic(given, kAll);
      for (size_t i = 0; i < inputs_.size(); ++i) worst = worse(worst, compare(i, given, given_text(given)));
    }
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (!inputs_[i].differentiated) continue;
      analytic(Given::kValue, i);
      worst = worse(worst, compare(i, Given::kValue, "the others constant"));
    }
    return worst;
  }

 private:
  static constexpr size_t kAll = ~size_t{0};

  std::vector<Real> random(size_t count) {
    std::vector<Real> values(count);
    for (Real& v : values) v = static_cast<Real>(stream_.uniform(0.5, 1.5) * (stream_.bits() & 1 ? 1 : -1));
    return values;
  }

  /// The function's value, with gradients for input `only`, or for all inputs.
  Var value(Given given, size_t only) {
    std::vector<Var> given_inputs;
    handed_.clear();
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const CheckedInput& x = inputs_[i];
      if (!x.differentiated || (only != kAll && only != i)) {
        given_inputs.push_back(tape_.constant(x.rows, x.cols, x.batch, x.values.data()));
        continue;
      }
      gradients_[i].assign(x.values.size(), 0);
      const Var own = tape_.variable(x.rows, x.cols, x.batch, x.values.data(), gradients_[i].data());
      given_inputs.push_back(given == Given::kVariable ? own : given == Given::kWindow ? window(own) : shift(own, 0));
      if (given == Given::kUsedLater) handed_.emplace_back(given_inputs.back(), i);
    }
    return f_(tape_, given_inputs);
  }

  /// The same numbers as a window of something larger.
  static Var window(Var x) {
    const Var edge = x.tape->filled(x.rows, 1, x.batch(), Real(0.7));
    const Var wide = beside(std::array{edge, x, edge});
    const Var row = x.tape->filled(1, wide.cols, x.batch(), Real(-0.3));
    return columns(rows(stack(std::array{row, wide, row, row}), 1, x.rows), 1, x.cols);
  }

  Var loss(Given given, size_t only) {
    const Var y = value(given, only);
    Var total = sum(multiply(y, tape_.constant(y.rows, y.cols, y.batch(), weights_.data())));
    for (const auto& [x, i] : handed_) {
      const Var weighted = sum(multiply(x, tape_.constant(x.rows, x.cols, x.batch(), later_[i].data())));
      total = add(total, weighted);
    }
    items_ = total.batch();
    return total;
  }

  void analytic(Given given, size_t only) {
    Real recorded = 0;
    tape_.begin(none_, &recorded);
    tape_.backward(loss(given, only));
  }

  std::vector<double> numeric(size_t i) {
    std::vector<double> derivative;
    if (!inputs_[i].differentiated) return derivative;
    for (Real& x : inputs_[i].values) {
      const Real before = x;
      derivative.push_back(central_difference(
          [&](double step) {
            x = before + static_cast<Real>(step);
            tape_.begin(none_, nullptr);
            return sum_of_items(loss(Given::kVariable, kAll));
          },
          kDifferenceStep * inputs_[i].scale));
      x = before;
    }
    return derivative;
  }

  GradientError compare(size_t i, Given given, const char* how) {
    const CheckedInput& x = inputs_[i];
    GradientError result;
    if (!x.differentiated) return result;
    std::vector<double> got(gradients_[i].begin(), gradients_[i].end());
    double size = size_;
    if (given == Given::kUsedLater) {
      const double times = x.batch == 1 ? static_cast<double>(items_) : 1;  // one item contributes to the loss of each
      for (size_t k = 0; k < got.size(); ++k) got[k] -= times * static_cast<double>(later_[i][k]);
      size += x.scale * times * static_cast<double>(got.size());  // the difference has the rounding error of its terms
    }
    std::vector<double> difference(got.size());
    for (size_t k = 0; k < got.size(); ++k) difference[k] = got[k] - numeric_[i][k];
    const double against = std::max(
        {norm(got), norm(numeric_[i]), kSmallestGradient * size / x.scale, std::numeric_limits<double>::min()});
    result.error = norm(difference) / against;
    const auto worst = std::max_element(difference.begin(), difference.end(), [](double a, double b) {
      return std::abs(a) < std::abs(b) || (std::isnan(b) && !std::isnan(a));
    });
    const auto k = static_cast<size_t>(worst - difference.begin());
    const size_t in_item = k % (x.rows * x.cols);
    result.place =
        fmt::format("{}({},{}) of item {}, {}", x.name, in_item % x.rows, in_item / x.rows, k / (x.rows * x.cols), how);
    result.analytic = got[k];
    result.numeric = numeric_[i][k];
    return result;
  }

  const CheckedFunction& f_;
  std::vector<CheckedInput> inputs_;
  Stream stream_;
  ParameterStore none_{0};
  Frozen frozen_;
  Tape tape_;
  std::vector<Real> weights_;
  double size_ = 0;                       ///< Σ |weights ∘ value|
  size_t items_ = 1;                      ///< of the loss
  std::vector<std::vector<Real>> later_;  ///< the weights with which a later op uses each input
  std::vector<std::pair<Var, size_t>> handed_;
  std::vector<std::vector<Real>> gradients_;
  std::vector<std::vector<double>> numeric_;
};

}  // namespace

std::string GradientError::text() const {
  return fmt::format("{}: analytic {:.12g}, numeric {:.12g} (error {:.1e})", place, analytic, numeric, error);
}

GradientError worse(const GradientError& a, const GradientError& b) {
  return b.error > a.error || std::isnan(b.error) ? b : a;
}

GradientError check_gradient(const CheckedFunction& f, const std::vector<CheckedInput>& inputs, uint64_t seed) {
  return Check(f, inputs, seed).run();
}

}  // namespace tapehead::inline TAPEHEAD_REAL
