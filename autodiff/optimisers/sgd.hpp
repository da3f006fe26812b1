#pragma once
// Stochastic gradient descent.

#include "autodiff/optimisers/optimizer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct SgdSettings {
  Real momentum = Real(0.9);  ///< μ, the share of the last step that is kept; 0: the plain gradient
};

/// Stochastic gradient descent (Robbins & Monro 1951) with momentum (Polyak 1964): Δ ← μΔ + g,
/// value ← value − rate·Δ.
/// Slots: step (Δ).
class Sgd final : public Optimizer {
 public:
  explicit Sgd(size_t parameters, const SgdSettings& settings = {})
      : Optimizer({"step"}, parameters), settings_(settings) {}

 private:
  void move(size_t first, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) override;

  SgdSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
