#pragma once
// The Hebbian rule: values add up under their keys (Katharopoulos, Vyas, Pappas & Fleuret 2020, "Transformers are
// RNNs", eqs. 16–20; Schlag, Irie & Schmidhuber 2021, "Linear transformers are secretly fast weight programmers",
// section 3).

#include "autodiff/ops/ops.hpp"
#include "memory/fast/ops.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct HebbianState {
  TAPEHEAD_VALUES(memory, normaliser);  ///< S; z: keys×heads
};

/// S ← S + φ(k)·vᵀ, o = Sᵀ·φ(q); with the normaliser z ← z + φ(k), o = Sᵀ·φ(q) / (zᵀ·φ(q)), for features that are never
/// below 0.
class HebbianRule final : public WriteRule {
 public:
  HebbianRule(const FastSizes& sizes, bool normalised) : sizes_(sizes), normalised_(normalised) {}

  bool unit_keys() const override { return !normalised_; }
  size_t numbers() const override { return sizes_.keys * (sizes_.columns() + (normalised_ ? sizes_.heads : 0)); }
  StateNames state_names() const override { return normalised_ ? names_of<HebbianState>() : names_of<FastMatrix>(); }

  State start(const Context& context) const override {
    const State matrix = start_of_matrix(context, sizes_);
    if (!normalised_) return matrix;
    return State::of(context.tape,
                     HebbianState{matrix[0], context.tape.filled(sizes_.keys, sizes_.heads, context.batch, 0)});
  }

  State write(Var keys, Var values, std::span<const Var>, const State& past) const override {
    const Var memory = add_pairs(past.as<FastMatrix>().memory, keys, values);
    if (!normalised_) return State::of(*keys.tape, FastMatrix{memory});
    return State::of(*keys.tape, HebbianState{memory, add(past.as<HebbianState>().normaliser, keys)});
  }

  Var read(Var queries, const State& state) const override {
    const Var sum_of_values = look_up(state.as<FastMatrix>().memory, queries);
    if (!normalised_) return sum_of_values;
    const Var weight = sum_rows(multiply(state.as<HebbianState>().normaliser, queries));
    return divide(sum_of_values, shift(weight, kLeastWeight));
  }

 private:
  static constexpr Real kLeastWeight = Real(1e-6);  // DPFP of a key and of a query may have nothing in common

  FastSizes sizes_;
  bool normalised_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
