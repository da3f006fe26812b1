#pragma once
// Gradient descent with momentum and decay on how well values are recalled: the linear memory of Titans (Behrouz, Zhong
// & Mirrokni 2024, "Titans: learning to memorize at test time", eqs. 9–14).

#include "autodiff/ops/ops.hpp"
#include "memory/fast/ops.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct MomentumState {
  TAPEHEAD_VALUES(memory, surprise);  ///< S, U: keys×(values·heads)
};

struct MomentumSettings {
  Real rate_bias = 0, momentum_bias = 0, decay_bias = -4;
};

/// At each write ∇ = 2k(Sᵀk − v)ᵀ, the gradient of ‖Sᵀk − v‖²; U ← ηU − θ∇; S ← (1 − α)·S + U; o = Sᵀq.
class MomentumRule final : public WriteRule {
 public:
  MomentumRule(const FastSizes& sizes, const MomentumSettings& settings) : sizes_(sizes), settings_(settings) {}

  std::vector<RuleGate> write_gates() const override {
    return {{"rate", RuleGate::Kind::kShare, 1, settings_.rate_bias},
            {"momentum", RuleGate::Kind::kShare, 1, settings_.momentum_bias},
            {"decay", RuleGate::Kind::kShare, 1, settings_.decay_bias}};
  }
  size_t numbers() const override { return 2 * sizes_.keys * sizes_.columns(); }
  StateNames state_names() const override { return names_of<MomentumState>(); }

  State start(const Context& context) const override {
    const Var none = context.tape.filled(sizes_.keys, sizes_.columns(), context.batch, 0);
    return State::of(context.tape, MomentumState{none, none});
  }

  State write(Var keys, Var values, std::span<const Var> gates, const State& past) const override {
    const auto [memory, surprise] = past.as<MomentumState>();
    const Var rate = gates[0], momentum = gates[1], decay = gates[2];
    const Var error = subtract(values, look_up(memory, keys));
    const Var moved = add_pairs(fade(surprise, momentum), keys, multiply(scale(rate, 2), error));
    const Var kept = fade(memory, shift(negate(decay), 1));
    return State::of(*keys.tape, MomentumState{add(kept, moved), moved});
  }

  Var read(Var queries, const State& state) const override { return look_up(state.as<FastMatrix>().memory, queries); }

 private:
  FastSizes sizes_;
  MomentumSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
