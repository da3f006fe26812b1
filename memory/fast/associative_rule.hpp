#pragma once
// The associative memory of ARMT, whose values correct what is recalled by a mean (Rodkin, Kuratov, Bulatov & Burtsev
// 2024, "Associative recurrent memory transformer", section 3).

#include "attention/associations.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/fast/hebbian_rule.hpp"
#include "memory/fast/ops.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct AssociativeSettings {
  Real strength_bias = 0;
};

/// A ← A + β·φ(k)·(v − Aᵀφ(k)/(zᵀφ(k) + ε))ᵀ; z ← z + γ·φ(k), γ = 1 − zᵀφ(k)/‖φ(k)‖², at least 0 and without a
/// gradient, so that a key counts once however often it is written; o = Aᵀφ(q)/(zᵀφ(q) + ε). For features that are
/// never below 0; with others there is no z, and it is the delta rule.
class AssociativeRule final : public WriteRule {
 public:
  AssociativeRule(const FastSizes& sizes, const AssociativeSettings& settings, bool normalised)
      : sizes_(sizes), settings_(settings), normalised_(normalised) {}

  std::vector<RuleGate> write_gates() const override {
    return {{"strength", RuleGate::Kind::kShare, 1, settings_.strength_bias}};
  }
  bool unit_keys() const override { return !normalised_; }
  size_t numbers() const override { return sizes_.keys * (sizes_.columns() + (normalised_ ? sizes_.heads : 0)); }
  StateNames state_names() const override { return normalised_ ? names_of<HebbianState>() : names_of<FastMatrix>(); }

  State start(const Context& context) const override { return start_of_sums(context, sizes_, normalised_); }

  State write(Var keys, Var values, std::span<const Var> gates, const State& past) const override {
    const Var change = multiply(gates[0], subtract(values, read(keys, past)));
    const Var memory = add_pairs(past.as<FastMatrix>().memory, keys, change);
    if (!normalised_) return State::of(*keys.tape, FastMatrix{memory});
    const Var normaliser = past.as<HebbianState>().normaliser;
    const Var is_new = share_that_is_new(sum_rows(multiply(normaliser, keys)), keys);
    return State::of(*keys.tape, HebbianState{memory, add(normaliser, multiply(is_new, keys))});
  }

  Var read(Var queries, const State& state) const override {
    const Var sum_of_values = look_up(state.as<FastMatrix>().memory, queries);
    if (!normalised_) return sum_of_values;
    return mean_of(sum_of_values, sum_rows(multiply(state.as<HebbianState>().normaliser, queries)));
  }

 private:
  FastSizes sizes_;
  AssociativeSettings settings_;
  bool normalised_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
