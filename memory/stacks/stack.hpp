#pragma once
// The neural stack and the neural queue (Grefenstette, Hermann, Suleyman & Blunsom 2015, "Learning to transduce with
// unbounded memory", sections 3.1 and 3.2).

#include "memory/memory.hpp"
#include "memory/stacks/ops.hpp"
#include "memory/stacks/state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct StackSettings {
  size_t width = 20, heads = 1;
  /// The end where values are popped and read; pushes are at the top. At the top it is a stack, at the bottom a queue.
  End takes_from = End::kTop;
  Real push_bias = 0, pop_bias = -1;  ///< starting biases of the actions, before sigmoid
  bool hard_scoring = false;          ///< actions are whole outside of training: action_strengths()
};

/// Heads side by side, each with a list that grows by one value a step. A step pops, pushes, then reads. Controls: how
/// strongly each head pushes and pops (before sigmoid), then the values pushed (before tanh).
class StackMemory final : public Memory {
 public:
  explicit StackMemory(const StackSettings& settings) : settings_(settings) {}

  size_t controls() const override { return (settings_.width + 2) * settings_.heads; }
  size_t reads() const override { return settings_.width * settings_.heads; }
  void add_start_biases(std::span<Real> biases) const override;
  size_t cost() const override { return settings_.width * settings_.heads; }
  Footprint footprint() const override { return {0, static_cast<double>(cost())}; }
  StateNames state_names() const override { return stack_state_names(); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;

 private:
  StackSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
