#pragma once
// The neural deque (Grefenstette, Hermann, Suleyman & Blunsom 2015, "Learning to transduce with unbounded memory",
// section 3.3).

#include "memory/memory.hpp"
#include "memory/stacks/ops.hpp"
#include "memory/stacks/state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct DequeSettings {
  size_t width = 20, heads = 1;
  Real push_bias = 0, pop_bias = -1;  ///< starting biases of the actions at both ends, before sigmoid
  bool hard_scoring = false;          ///< actions are whole outside of training: action_strengths()
};

/// Heads side by side, each with a list that grows by one value at each end a step. A step pops at the top, then at the
/// bottom, pushes at both, then reads at both. Controls: how strongly each head pushes at the top, pops at the top,
/// pushes at the bottom, pops at the bottom (before sigmoid), then the values pushed at the top, then those at the
/// bottom (before tanh). Reads: all at the top, then all at the bottom.
class DequeMemory final : public Memory {
 public:
  explicit DequeMemory(const DequeSettings& settings) : settings_(settings) {}

  size_t controls() const override { return (2 * settings_.width + 4) * settings_.heads; }
  size_t reads() const override { return 2 * settings_.width * settings_.heads; }
  void add_start_biases(std::span<Real> biases) const override;
  size_t cost() const override { return settings_.width * settings_.heads; }
  Footprint footprint() const override { return {0, static_cast<double>(2 * cost())}; }
  StateNames state_names() const override { return stack_state_names(); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;

 private:
  DequeSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
