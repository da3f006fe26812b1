#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "autodiff/check/central_difference.hpp"
#include "autodiff/check/gradient_check.hpp"
#include "autodiff/tape/frozen.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

// The error of a parameter whose gradient is below this part of the whole gradient is relative to that part instead.
constexpr double kSmallestShare = 1e-3;
constexpr size_t kDirections = 2;
// A difference across a kink (relu, a changed order) is not the derivative. Where the two disagree, the difference is
// taken again with a step smaller by this factor, which is that much less likely to cross a kink.
constexpr double kSmaller = 100;

}  // namespace

GradientError check_parameters(const std::function<Var(Tape&)>& loss, ParameterStore& parameters, uint64_t seed) {
  Frozen frozen;
  Tape tape;
  tape.set_frozen(&frozen);
  std::vector<Real> gradient(parameters.size(), 0);
  tape.begin(parameters, gradient.data());
  tape.backward(loss(tape));
  const std::vector<double> whole(gradient.begin(), gradient.end());
  const double floor = kSmallestShare * norm(whole);
  const std::vector<Real> before(parameters.values().begin(), parameters.values().end());

  Stream stream(seed, Split::kCheck, Purpose::kTest, 1);
  GradientError worst;
  for (const ParameterStore::Entry& entry : parameters.entries()) {
    if (!entry.learned) continue;
    const size_t n = entry.size();
    Real* x = parameters.data(entry);
    const Real* x_before = before.data() + entry.offset;
    const std::span own(whole.data() + entry.offset, n);
    double largest = 0;
    for (size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(static_cast<double>(x_before[i])));
    for (size_t k = 0; k < kDirections; ++k) {
      std::vector<double> direction(n);
      for (double& v : direction) v = stream.normal();
      const double length = norm(direction);
      GradientError here;
      for (size_t i = 0; i < n; ++i) here.analytic += own[i] * direction[i];
      const auto loss_at = [&](double step) {
        for (size_t i = 0; i < n; ++i) x[i] = x_before[i] + static_cast<Real>(step * direction[i]);
        tape.begin(parameters, nullptr);
        return sum_of_items(loss(tape));
      };
      const double against = std::max(norm(own), floor) * length / std::sqrt(static_cast<double>(n));
      const double step = kDifferenceStep * (largest > 0 ? largest : 1) / std::sqrt(static_cast<double>(n));
      for (const double h : {step, step / kSmaller}) {
        here.numeric = central_difference(loss_at, h);
        here.error = std::abs(here.analytic - here.numeric) / std::max(against, std::numeric_limits<double>::min());
        if (here.ok()) break;
      }
      std::copy_n(x_before, n, x);
      here.place = fmt::format("{}, direction {}", entry.name, k);
      worst = worse(worst, here);
    }
  }
  return worst;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
