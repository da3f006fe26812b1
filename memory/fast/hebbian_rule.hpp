#pragma once
// The Hebbian rule: values add up under their keys (Katharopoulos, Vyas, Pappas & Fleuret 2020, "Transformers are
// RNNs", eqs. 16–20; Schlag, Irie & Schmidhuber 2021, "Linear transformers are secretly fast weight programmers",
// section 3).

#include <array>

#include "autodiff/ops/ops.hpp"
#include "memory/fast/ops.hpp"
#include "memory/fast/scan.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct HebbianState {
  TAPEHEAD_VALUES(memory, normaliser);  ///< S; z: keys×heads
};

/// Nothing in S, and with the normaliser nothing in z.
inline State start_of_sums(const Context& context, const FastSizes& sizes, bool normalised) {
  const State matrix = start_of_matrix(context, sizes);
  if (!normalised) return matrix;
  return State::of(context.tape,
                   HebbianState{matrix[0], context.tape.filled(sizes.keys, sizes.heads, context.batch, 0)});
}

/// S ← S + φ(k)·vᵀ, o = Sᵀ·φ(q); with the normaliser z ← z + φ(k), o = Sᵀ·φ(q) / (zᵀ·φ(q)), for features that are never
/// below 0.
class HebbianRule final : public ScannedRule {
 public:
  HebbianRule(const FastSizes& sizes, bool normalised) : sizes_(sizes), normalised_(normalised) {}

  bool unit_keys() const override { return !normalised_; }
  size_t numbers() const override { return sizes_.keys * (sizes_.columns() + (normalised_ ? sizes_.heads : 0)); }
  StateNames state_names() const override { return normalised_ ? names_of<HebbianState>() : names_of<FastMatrix>(); }

  State start(const Context& context) const override { return start_of_sums(context, sizes_, normalised_); }

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

  /// z is one more column of a head's S, under which every write adds 1.
  Scan steps(const Known& known, const State& past) const override {
    Tape& tape = *known.keys.tape;
    const size_t values = sizes_.values, heads = sizes_.heads, all = values + 1;
    if (!normalised_) {
      const auto [reads, memory] =
          scan({past.as<FastMatrix>().memory, {}, known.keys, {}, known.values, known.queries}, heads);
      return {reads, State::of(tape, FastMatrix{memory})};
    }
    const auto before = past.as<HebbianState>();
    const auto put_together = [&](size_t count, auto part) {
      Var* const parts = tape.keep<Var>(count);
      for (size_t i = 0; i < count; ++i) parts[i] = part(i);
      return beside(std::span<const Var>(parts, count));
    };
    const Var memory = put_together(2 * heads, [&](size_t i) {
      return i % 2 == 0 ? columns(before.memory, i / 2 * values, values) : columns(before.normaliser, i / 2, 1);
    });
    const Var ones = tape.filled(1, known.values.cols, known.values.batch(), 1);
    const auto [reads, all_after] =
        scan({memory, {}, known.keys, {}, stack(std::array{known.values, ones}), known.queries}, heads);
    const Var after = all_after;  // for the functions below; no compiler but GCC lets them have a binding
    const HebbianState next{put_together(heads, [&](size_t h) { return columns(after, h * all, values); }),
                            put_together(heads, [&](size_t h) { return columns(after, h * all + values, 1); })};
    return {divide(rows(reads, 0, values), shift(rows(reads, values, 1), kLeastWeight)), State::of(tape, next)};
  }

 private:
  static constexpr Real kLeastWeight = Real(1e-6);  // DPFP of a key and of a query may have nothing in common

  FastSizes sizes_;
  bool normalised_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
