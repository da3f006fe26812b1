#pragma once
// The delta rule: what is there under a key gives way to the new value. Schlag, Irie & Schmidhuber 2021, eq. 24; Yang,
// Wang, Zhang, Shen & Kim 2024, "Parallelizing linear transformers with the delta rule over sequence length"; with a
// decay Yang, Kautz & Hatamizadeh 2025, "Gated delta networks", eq. 10; with a decay for each number of a key Kimi Team
// 2025, "Kimi Linear"; several times a step Siems et al. 2025, "DeltaProduct".

#include "autodiff/ops/ops.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct DeltaSettings {
  enum class Decay { kNone, kHead, kChannel };
  Decay decay = Decay::kNone;
  bool negative = false;  ///< β from 0 to 2
  Real strength_bias = 0, decay_bias = -4;
};

/// S ← Diag(e^g)·S once a step; then S ← (I − βkkᵀ)·S + βkvᵀ at each write; o = Sᵀq.
class DeltaRule final : public LinearRule {
 public:
  DeltaRule(const FastSizes& sizes, const DeltaSettings& settings) : LinearRule(sizes), settings_(settings) {}

  std::vector<RuleGate> step_gates() const override {
    if (settings_.decay == DeltaSettings::Decay::kNone) return {};
    const size_t rows = settings_.decay == DeltaSettings::Decay::kChannel ? sizes_.keys : 1;
    return {{"keep", RuleGate::Kind::kDecay, rows, settings_.decay_bias}};
  }
  std::vector<RuleGate> write_gates() const override {
    const auto kind = settings_.negative ? RuleGate::Kind::kTwice : RuleGate::Kind::kShare;
    return {{"strength", kind, 1, settings_.strength_bias}};
  }
  Change change(Var keys, Var values, std::span<const Var> gates) const override {
    return {multiply(gates[0], keys), multiply(gates[0], values)};
  }

 private:
  DeltaSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
