#include "experiments/training/optimizer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

template <size_t N>
class SlotOptimizer : public Optimizer {
 public:
  SlotOptimizer(const std::array<const char*, N>& names, size_t parameters) {
    for (size_t i = 0; i < N; ++i) slots_[i] = {names[i], AlignedVector<Real>(parameters, Real{0})};
  }
  std::span<Slot> slots() final { return slots_; }

 protected:
  Real* slot(size_t i) { return slots_[i].values.data(); }

 private:
  std::array<Slot, N> slots_;
};

/// The centred RMSProp of Graves, "Generating sequences with recurrent neural networks" (2013), eqs. 38–41:
/// n ← .95n + .05g², m ← .95m + .05g, Δ ← μΔ − rate·g/√(n − m² + 1e-4).
class GravesRmsProp final : public SlotOptimizer<3> {
 public:
  GravesRmsProp(size_t parameters, Real momentum)
      : SlotOptimizer({"square", "mean", "step"}, parameters), momentum_(momentum) {}

  void step(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t) override {
    constexpr Real kKeep = Real(0.95), kDamping = Real(1e-4);
    Real* __restrict square = slot(0), * __restrict mean = slot(1), * __restrict move = slot(2);
    Real* __restrict value = values.data();
    const Real* __restrict g = gradient.data();
    const Real mu = momentum_;
    for (size_t i = 0; i < values.size(); ++i) {
      square[i] += (1 - kKeep) * (g[i] * g[i] - square[i]);
      mean[i] += (1 - kKeep) * (g[i] - mean[i]);
      const Real variance = square[i] - mean[i] * mean[i];  // rounding may leave it below 0
      // The loop waits for memory, not for the root and the division: an approximate 1/√ is slower here.
      move[i] = mu * move[i] - rate * g[i] / std::sqrt((variance > 0 ? variance : 0) + kDamping);
      value[i] += move[i];
    }
  }

 private:
  Real momentum_;
};

/// RMSProp with momentum, as PyTorch's: v ← .95v + .05g², Δ ← μΔ + g/(√v + 1e-8), value ← value − rate·Δ.
class RmsProp final : public SlotOptimizer<2> {
 public:
  RmsProp(size_t parameters, Real momentum) : SlotOptimizer({"square", "step"}, parameters), momentum_(momentum) {}

  void step(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t) override {
    constexpr Real kKeep = Real(0.95), kDamping = Real(1e-8);
    Real* __restrict square = slot(0), * __restrict move = slot(1);
    Real* __restrict value = values.data();
    const Real* __restrict g = gradient.data();
    const Real mu = momentum_;
    for (size_t i = 0; i < values.size(); ++i) {
      square[i] = kKeep * square[i] + (1 - kKeep) * g[i] * g[i];
      move[i] = mu * move[i] + g[i] / (std::sqrt(square[i]) + kDamping);
      value[i] -= rate * move[i];
    }
  }

 private:
  Real momentum_;
};

/// Adam (Kingma & Ba 2015, algorithm 1), β₁ = 0.9, β₂ = 0.999, ε = 1e-8.
class Adam final : public SlotOptimizer<2> {
 public:
  explicit Adam(size_t parameters) : SlotOptimizer({"mean", "square"}, parameters) {}

  void step(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t updates) override {
    constexpr double kBeta1 = 0.9, kBeta2 = 0.999;
    constexpr Real kDamping = Real(1e-8);
    const auto count = static_cast<double>(updates);
    const auto correction1 = static_cast<Real>(1 / (1 - std::pow(kBeta1, count)));
    const auto correction2 = static_cast<Real>(1 / (1 - std::pow(kBeta2, count)));
    constexpr Real keep1 = Real(kBeta1), keep2 = Real(kBeta2);
    Real* __restrict mean = slot(0), * __restrict square = slot(1);
    Real* __restrict value = values.data();
    const Real* __restrict g = gradient.data();
    for (size_t i = 0; i < values.size(); ++i) {
      mean[i] = keep1 * mean[i] + (1 - keep1) * g[i];
      square[i] = keep2 * square[i] + (1 - keep2) * g[i] * g[i];
      value[i] -= rate * correction1 * mean[i] / (std::sqrt(correction2 * square[i]) + kDamping);
    }
  }
};

/// Δ ← μΔ + g, value ← value − rate·Δ.
class Sgd final : public SlotOptimizer<1> {
 public:
  Sgd(size_t parameters, Real momentum) : SlotOptimizer({"step"}, parameters), momentum_(momentum) {}

  void step(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t) override {
    Real* __restrict move = slot(0);
    for (size_t i = 0; i < values.size(); ++i) {
      move[i] = momentum_ * move[i] + gradient[i];
      values[i] -= rate * move[i];
    }
  }

 private:
  Real momentum_;
};

}  // namespace

std::unique_ptr<Optimizer> make_optimizer(const OptimizerSettings& settings, size_t parameters) {
  if (settings.name == "graves-rmsprop") return std::make_unique<GravesRmsProp>(parameters, settings.momentum);
  if (settings.name == "rmsprop") return std::make_unique<RmsProp>(parameters, settings.momentum);
  if (settings.name == "adam") return std::make_unique<Adam>(parameters);
  if (settings.name == "sgd") return std::make_unique<Sgd>(parameters, settings.momentum);
  throw std::invalid_argument("optimizer: no \"" + settings.name + "\"");
}

std::vector<const PartInfo*> optimizer_infos() {
  static const Option momentum = Option::real("train.momentum", 0.9, 0, 0.9999, "share of the last step that is kept");
  static const std::vector<PartInfo> rows = {
      {"graves-rmsprop", "by the deviation of each weight's gradient", "Graves 2013, eqs. 38-41", {momentum}, {}},
      {"rmsprop", "by the size of each weight's gradient", "Tieleman & Hinton 2012", {momentum}, {}},
      {"adam", "by running mean and size of each weight's gradient", "Kingma & Ba 2015", {}, {}},
      {"sgd", "along the gradient", "Robbins & Monro 1951; Polyak 1964", {momentum}, {}},
  };
  std::vector<const PartInfo*> infos;
  for (const PartInfo& row : rows) infos.push_back(&row);
  return infos;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
