#pragma once
// Erasing and writing apart (Hatamizadeh, Choi & Kautz 2026, "Gated DeltaNet-2"): the erase and add gates of the neural
// Turing machine (Graves, Wayne & Danihelka 2014, section 3.2) within the gated delta rule.

#include "autodiff/ops/ops.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct EraseWriteSettings {
  bool negative = false;  ///< b from 0 to 2
  Real strength_bias = 0, decay_bias = -4;
};

/// S ← Diag(e^g)·S once a step, g a number for each of a key's; S ← (I − k(b∘k)ᵀ)·S + k(w∘v)ᵀ at each write, b for each
/// number of a key and w for each of a value; o = Sᵀq.
class EraseWriteRule final : public LinearRule {
 public:
  EraseWriteRule(const FastSizes& sizes, const EraseWriteSettings& settings) : LinearRule(sizes), settings_(settings) {}

  std::vector<RuleGate> step_gates() const override {
    return {{"keep", RuleGate::Kind::kDecay, sizes_.keys, settings_.decay_bias}};
  }
  std::vector<RuleGate> write_gates() const override {
    const auto erased = settings_.negative ? RuleGate::Kind::kTwice : RuleGate::Kind::kShare;
    return {{"erase", erased, sizes_.keys, settings_.strength_bias},
            {"strength", RuleGate::Kind::kShare, sizes_.values, settings_.strength_bias}};
  }
  Change change(Var keys, Var values, std::span<const Var> gates) const override {
    return {multiply(gates[0], keys), multiply(gates[1], values)};
  }

 private:
  EraseWriteSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
