#pragma once
// Adam: steps scaled by running means of each weight's gradient and its square.

#include "autodiff/optimisers/optimizer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct AdamSettings {
  double beta1 = 0.9, beta2 = 0.999;  ///< shares of the running means of g and g² that an update keeps
  Real damping = Real(1e-8);          ///< ε
};

/// Adam (Kingma & Ba 2015, algorithm 1): m ← β₁m + (1 − β₁)g, v ← β₂v + (1 − β₂)g²,
/// value ← value − rate·m̂/(√v̂ + ε), with m̂ = m/(1 − β₁ᵗ) and v̂ = v/(1 − β₂ᵗ) after update t.
/// Slots: mean (m), square (v).
class Adam final : public Optimizer {
 public:
  explicit Adam(size_t parameters, const AdamSettings& settings = {})
      : Optimizer({"mean", kSquare}, parameters), settings_(settings) {}

 private:
  void correct(Pace& pace) const override;
  void move(size_t first, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) override;

  AdamSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
