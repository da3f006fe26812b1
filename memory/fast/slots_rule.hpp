#pragma once
// Slots that are written by degrees and read by softmax: gated slot attention (Zhang et al. 2024, "Gated slot attention
// for efficient linear-time sequence modeling", section 3); with a router that chooses a few of them, Raven (Afzal &
// Bick 2026, as fla-org/flash-linear-attention has it).

#include "autodiff/ops/ops.hpp"
#include "memory/fast/ops.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct SlotsState {
  TAPEHEAD_VALUES(memory, slot_keys);  ///< Ṽ: slots×(values·heads); K̃ᵀ: keys×(slots·heads)
};

struct SlotsSettings {
  size_t slots = 32;
  size_t routed = 0;  ///< how many of them a write changes, which a router chooses; 0: there is none
  size_t iterations = 1;
  Real strength_bias = 0;  ///< with a router
};

/// K̃ ← Diag(a)·K̃ + s·kᵀ, Ṽ ← Diag(a)·Ṽ + s·vᵀ, s = 1 − a, at each write, a = σ(·)^(1/8) a number for each slot; with
/// a router a = e^(−θ·p), p above 0 at the chosen slots alone, where it sums to 1, θ = A·softplus(·) a number a head.
/// o = Ṽᵀ·softmax(K̃q); with several iterations q ← K̃ᵀ·softmax(K̃q) before (Ramsauer et al. 2021, eq. 3).
class SlotsRule final : public WriteRule {
 public:
  SlotsRule(const FastSizes& sizes, const SlotsSettings& settings)
      : sizes_(sizes), settings_(settings), slots_(settings.slots) {}

  std::vector<RuleGate> write_gates() const override {
    if (settings_.routed == 0) return {{"keep", RuleGate::Kind::kDamped, slots_}};
    return {{"route", RuleGate::Kind::kRouted, slots_, 0, settings_.routed},
            {"strength", RuleGate::Kind::kRate, 1, settings_.strength_bias}};
  }
  bool unit_keys() const override { return false; }  // else the softmax of products from −1 to 1 is flat
  size_t numbers() const override { return slots_ * (sizes_.columns() + sizes_.keys * sizes_.heads); }
  StateNames state_names() const override { return names_of<SlotsState>(); }

  State start(const Context& context) const override {
    Tape& tape = context.tape;
    return State::of(tape, SlotsState{tape.filled(slots_, sizes_.columns(), context.batch, 0),
                                      tape.filled(sizes_.keys, slots_ * sizes_.heads, context.batch, 0)});
  }

  State write(Var keys, Var values, std::span<const Var> gates, const State& past) const override {
    const auto [memory, slot_keys] = past.as<SlotsState>();
    const Var keep = settings_.routed == 0 ? gates[0] : exp(negate(multiply(gates[1], gates[0]))),
              share = shift(negate(keep), 1);
    const Var kept_keys = multiply(slot_keys, reshape(keep, 1, slots_ * sizes_.heads));
    return State::of(*keys.tape,
                     SlotsState{add_pairs(fade(memory, keep), share, values), add_pairs(kept_keys, keys, share)});
  }

  Var read(Var queries, const State& state) const override {
    const auto [memory, slot_keys] = state.as<SlotsState>();
    Var weights = softmax(look_up(slot_keys, queries));
    for (size_t i = 1; i < settings_.iterations; ++i)
      weights = softmax(look_up(slot_keys, combine(slot_keys, weights)));
    watch("read/weights", weights, kWeighting);
    return look_up(memory, weights);
  }

 private:
  FastSizes sizes_;
  SlotsSettings settings_;
  size_t slots_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
