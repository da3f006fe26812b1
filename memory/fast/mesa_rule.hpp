#pragma once
// Least squares over all that was written, solved at each step: MesaNet (von Oswald et al. 2025, "MesaNet: sequence
// modeling by locally optimal test-time training", section 3).

#include "autodiff/ops/ops.hpp"
#include "memory/fast/ops.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct MesaState {
  TAPEHEAD_VALUES(memory, key_products);  ///< H_kv: keys×(values·heads); H_kk: keys×(keys·heads)
};

struct MesaSettings {
  Real ridge = Real(0.25);  ///< the least that is added to the diagonal: H_kk alone is singular at first
  Real strength_bias = 0, decay_bias = -4;
};

/// H_kk ← e^g·H_kk, H_kv ← e^g·H_kv once a step; H_kk ← H_kk + βkkᵀ, H_kv ← H_kv + βkvᵀ at each write;
/// o = H_kvᵀ·(H_kk + Λ)⁻¹·q. Λ is diagonal and learned, a number for each of a key's: softplus above a least.
class MesaRule final : public WriteRule {
 public:
  MesaRule(const Scope& scope, const FastSizes& sizes, const MesaSettings& settings)
      : sizes_(sizes), settings_(settings), ridge_(scope.add("ridge", sizes.keys, sizes.heads, zeros())) {}

  std::vector<RuleGate> step_gates() const override {
    return {{"keep", RuleGate::Kind::kDecay, 1, settings_.decay_bias}};
  }
  std::vector<RuleGate> write_gates() const override {
    return {{"strength", RuleGate::Kind::kShare, 1, settings_.strength_bias}};
  }
  size_t numbers() const override { return sizes_.keys * (sizes_.columns() + sizes_.keys * sizes_.heads); }
  StateNames state_names() const override { return names_of<MesaState>(); }

  State start(const Context& context) const override {
    const Var products = context.tape.filled(sizes_.keys, sizes_.keys * sizes_.heads, context.batch, 0);
    return State::of(context.tape, MesaState{start_of_matrix(context, sizes_)[0], products});
  }

  State forget(std::span<const Var> gates, const State& past) const override {
    const auto [memory, products] = past.as<MesaState>();
    return State::of(*gates[0].tape, MesaState{fade(memory, gates[0]), fade(products, gates[0])});
  }

  State write(Var keys, Var values, std::span<const Var> gates, const State& past) const override {
    const auto [memory, products] = past.as<MesaState>();
    const Var weighted = multiply(gates[0], keys);
    return State::of(*keys.tape, MesaState{add_pairs(memory, weighted, values), add_pairs(products, weighted, keys)});
  }

  Var read(Var queries, const State& state) const override {
    const auto [memory, products] = state.as<MesaState>();
    const Var ridge = shift(softplus(queries.tape->parameter(ridge_)), settings_.ridge);
    return look_up(memory, solve(products, repeat(ridge, queries.batch()), queries));
  }

 private:
  FastSizes sizes_;
  MesaSettings settings_;
  Parameter ridge_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
