#pragma once
// The tape of a recurrent network that is told the input's length (Delétang et al. 2023, "Neural networks and the
// Chomsky hierarchy").

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "memory/memory.hpp"
#include "memory/stacks/rolls.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ToldTapeSettings {
  size_t slots = 40;  ///< cells, a ring
  size_t width = 8, heads = 1;
};

struct ToldTapeState {
  TAPEHEAD_VALUES(reads, input_steps);
};
/// A head's tape, from the cell that it is at.
struct ToldTape {
  TAPEHEAD_VALUES(memory);  ///< width×slots
};

/// Heads side by side, each at the first cell of a tape of its own, which is a ring. A step always writes there, M₀ ←
/// v, and then rolls the tape by degrees (rolled()): with a = softmax(actions) it mixes what is left by staying, by
/// moving one cell to the left, to the right, and by jumps of the input's length L to the left and to the right. To the
/// left is Mᵢ ← Mᵢ₊₁: what was the next cell is the first. The first cell is read after the step.
///
/// L is not the network's own: it is told before the first step what the input will show later, and no other memory is.
/// As published it counts the steps before the silent ones of the answer (Ahead::input_steps); values v are any
/// numbers, and the tape starts at 0. Controls: for each head its five actions, then the values.
class ToldTapeMemory final : public Memory {
 public:
  explicit ToldTapeMemory(const ToldTapeSettings& settings) : settings_(settings) {}

  size_t controls() const override { return (kRolls + settings_.width) * settings_.heads; }
  size_t reads() const override { return settings_.width * settings_.heads; }
  void add_start_biases(std::span<Real>) const override {}
  size_t cost() const override { return 2 * settings_.width * settings_.slots * settings_.heads; }
  Footprint footprint() const override;
  StateNames state_names() const override {
    return joined(names_of<ToldTapeState>(), numbered(names_of<ToldTape>(), settings_.heads));
  }
  /// Throws ShapeError where the context does not tell the input's steps.
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;

 private:
  ToldTapeSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
