#pragma once
// A network of two layers a head as what is written to: each write is a step of gradient descent on how well it
// recalls, with momentum and decay (Behrouz, Zhong & Mirrokni 2024, "Titans: learning to memorize at test time", eqs.
// 9–14; Sun et al. 2024, "Learning to (learn at test time)", TTT-MLP).

#include <cmath>

#include "autodiff/ops/ops.hpp"
#include "memory/fast/ops.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What was written, D of each layer, and the momentum U of each; the second layer's, hidden×(values·heads), first.
struct DeepState {
  TAPEHEAD_VALUES(memory, surprise, first_layer, first_surprise);
};

struct DeepSettings {
  size_t hidden = 32;  ///< units of a head
  Real rate_bias = 0, momentum_bias = 0, decay_bias = -4;
  Real limit = 1;  ///< c; 0: none
};

/// f(k) = W₂ᵀ·silu(W₁ᵀ·k), W = W⁰ + D with W⁰ learned. At each write, of both layers, ∇ the gradient of ‖f(k) − v‖²;
/// U ← ηU − θ∇/√(1 + ‖∇‖²/c²); D ← (1 − α)·D + U; o = f(q). The gradient of what is read goes through ∇.
///
/// Two things differ from the paper. Forgetting goes back to W⁰ instead of to 0, where the gradient of two layers
/// vanishes, so that nothing could be written any more. And a step of a head is not longer than c: the loss is of
/// fourth order in the weights, so its curvature grows with their square. As soon as 2 < θ·curvature a step lands where
/// the loss is greater than before and steeper, the next is longer, and numbers leave the finite ones after a few
/// writes; with a limit they grow by at most c/(1 − η) a write, whatever comes.
class DeepRule final : public WriteRule {
 public:
  DeepRule(const Scope& scope, const FastSizes& sizes, const DeepSettings& settings)
      : sizes_(sizes),
        settings_(settings),
        first_(scope.add("first", sizes.keys, settings.hidden * sizes.heads, uniform(bound(sizes.keys)))),
        second_(scope.add("second", settings.hidden, sizes.columns(), uniform(bound(settings.hidden)))) {}

  std::vector<RuleGate> write_gates() const override {
    return {{"rate", RuleGate::Kind::kShare, 1, settings_.rate_bias},
            {"momentum", RuleGate::Kind::kShare, 1, settings_.momentum_bias},
            {"decay", RuleGate::Kind::kShare, 1, settings_.decay_bias}};
  }
  size_t numbers() const override { return 2 * settings_.hidden * (sizes_.columns() + sizes_.keys * sizes_.heads); }
  StateNames state_names() const override { return names_of<DeepState>(); }

  State start(const Context& context) const override {
    const Var second = context.tape.filled(settings_.hidden, sizes_.columns(), context.batch, 0);
    const Var first = context.tape.filled(sizes_.keys, settings_.hidden * sizes_.heads, context.batch, 0);
    return State::of(context.tape, DeepState{second, second, first, first});
  }

  State write(Var keys, Var values, std::span<const Var> gates, const State& past) const override {
    const auto last = past.as<DeepState>();
    const Weights w = weights(last);
    const Hidden at = hidden(w, keys);
    const Var error = subtract(look_up(w.second, at.units), values);                  // ∂/∂f, halved as all below
    const Var slope = add(at.share, multiply(at.units, shift(negate(at.share), 1)));  // silu′
    const Var back = multiply(combine(w.second, error), slope);                       // ∂/∂(W₁ᵀ·k)
    const Var step = multiply(gates[0], shortened(keys, at.units, error, back));
    const Var second = moved(last.surprise, gates[1], at.units, multiply(step, error));
    const Var first = moved(last.first_surprise, gates[1], keys, multiply(step, back));
    const Var kept = shift(negate(gates[2]), 1);
    return State::of(*keys.tape, DeepState{add(fade(last.memory, kept), second), second,
                                           add(fade(last.first_layer, kept), first), first});
  }

  Var read(Var queries, const State& state) const override {
    const Weights w = weights(state.as<DeepState>());
    return look_up(w.second, hidden(w, queries).units);
  }

 private:
  struct Weights {
    Var first, second;
  };
  struct Hidden {
    Var share, units;  ///< σ(x) and silu(x) = x·σ(x) of x = W₁ᵀ·k: hidden×heads
  };

  static Real bound(size_t inputs) { return 1 / std::sqrt(static_cast<Real>(inputs)); }

  Weights weights(const DeepState& state) const {
    Tape& tape = *state.memory.tape;
    return {add(tape.parameter(first_), state.first_layer), add(tape.parameter(second_), state.memory)};
  }

  static Hidden hidden(const Weights& w, Var keys) {
    const Var x = look_up(w.first, keys), share = sigmoid(x);
    return {share, multiply(x, share)};
  }

  /// 2/√(1 + ‖∇‖²/c²), ∇ = 2·(k·backᵀ, units·errorᵀ).
  Var shortened(Var keys, Var units, Var error, Var back) const {
    const auto length = [](Var x) { return sum_rows(square(x)); };
    const Var square_of_half = add(multiply(length(keys), length(back)), multiply(length(units), length(error)));
    const Real factor = settings_.limit > 0 ? 4 / (settings_.limit * settings_.limit) : 0;
    return scale(inverse_sqrt(shift(scale(square_of_half, factor), 1)), 2);
  }

  /// U ← ηU − left·rightᵀ.
  static Var moved(Var surprise, Var momentum, Var left, Var right) {
    return add_pairs(fade(surprise, momentum), left, negate(right));
  }

  FastSizes sizes_;
  DeepSettings settings_;
  Parameter first_, second_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
