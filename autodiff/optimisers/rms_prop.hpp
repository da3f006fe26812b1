#pragma once
// RMSProp: steps scaled by the size of each weight's gradient, or by its deviation from the mean.

#include "autodiff/optimisers/optimizer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct GravesRmsPropSettings {
  Real momentum = Real(0.9);  ///< μ, the share of the last step that is kept
  Real keep = Real(0.95);     ///< the share of the running means that an update keeps
  Real damping = Real(1e-4);  ///< added under the root
};

/// The centred RMSProp of Graves, "Generating sequences with recurrent neural networks" (2013), eqs. 38–41:
/// n ← .95n + .05g², m ← .95m + .05g, Δ ← μΔ − rate·g/√(n − m² + 1e-4), value ← value + Δ.
/// Slots: square (n), mean (m), step (Δ).
class GravesRmsProp final : public Optimizer {
 public:
  explicit GravesRmsProp(size_t parameters, const GravesRmsPropSettings& settings = {})
      : Optimizer({kSquare, "mean", "step"}, parameters), settings_(settings) {}

 private:
  void move(size_t first, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) override;

  GravesRmsPropSettings settings_;
};

struct RmsPropSettings {
  Real momentum = Real(0.9);  ///< μ, the share of the last step that is kept
  Real keep = Real(0.95);     ///< the share of the running mean that an update keeps
  Real damping = Real(1e-8);  ///< added to the root
};

/// RMSProp (Tieleman & Hinton 2012, lecture 6.5) with momentum, as PyTorch's:
/// v ← .95v + .05g², Δ ← μΔ + g/(√v + 1e-8), value ← value − rate·Δ.
/// Slots: square (v), step (Δ).
class RmsProp final : public Optimizer {
 public:
  explicit RmsProp(size_t parameters, const RmsPropSettings& settings = {})
      : Optimizer({kSquare, "step"}, parameters), settings_(settings) {}

 private:
  void move(size_t first, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) override;

  RmsPropSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
