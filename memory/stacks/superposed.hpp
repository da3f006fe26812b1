#pragma once
// The superposition stack (Joulin & Mikolov 2015, "Inferring algorithmic patterns with stack-augmented recurrent
// nets").

#include <array>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "memory/memory.hpp"
#include "memory/stacks/superpose.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct SuperposedStackSettings {
  size_t slots = 30;  ///< depth: what is pushed below the last is lost
  size_t width = 8, heads = 1;
};

struct SuperposedStackState {
  TAPEHEAD_VALUES(reads);
};
/// A head's stack, from the top down.
struct SuperposedStack {
  TAPEHEAD_VALUES(memory);  ///< width×slots
};

/// Heads side by side, each with a stack of fixed depth whose every entry mixes what it would be after a push, a pop,
/// and neither: with a = softmax(actions),
///   S₀ ← a₁v + a₂S₁ + a₃S₀,  Sᵢ ← a₁Sᵢ₋₁ + a₂Sᵢ₊₁ + a₃Sᵢ,
/// 0 below the last. As in Delétang et al. 2023 ("Neural networks and the Chomsky hierarchy"): three actions, values v
/// that are any numbers, entries that start at 0, and the top alone is read, S₀ after the step. Controls: for each head
/// its three actions (push, pop, neither), then the values pushed.
class SuperposedStackMemory final : public Memory {
 public:
  explicit SuperposedStackMemory(const SuperposedStackSettings& settings) : settings_(settings) {}

  size_t controls() const override { return (3 + settings_.width) * settings_.heads; }
  size_t reads() const override { return settings_.width * settings_.heads; }
  void add_start_biases(std::span<Real>) const override {}
  size_t cost() const override { return settings_.width * settings_.slots * settings_.heads; }
  Footprint footprint() const override;
  StateNames state_names() const override {
    return joined(names_of<SuperposedStackState>(), numbered(names_of<SuperposedStack>(), settings_.heads));
  }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;

 private:
  SuperposedStackSettings settings_;
};

inline constexpr View kStacksView = View{"component", "slot"}.called("Stacks, from the top down");

inline Footprint SuperposedStackMemory::footprint() const {
  const auto state = static_cast<double>(settings_.width * settings_.slots * settings_.heads);
  return {state, state};
}

inline State SuperposedStackMemory::start(const Context& context) const {
  Tape& tape = context.tape;
  SuperposedStack* stacks = tape.keep<SuperposedStack>(settings_.heads);
  for (size_t h = 0; h < settings_.heads; ++h)
    stacks[h].memory = tape.filled(settings_.width, settings_.slots, context.batch, 0);
  return State::of(tape, SuperposedStackState{tape.filled(reads(), 1, context.batch, 0)},
                   std::span<const SuperposedStack>(stacks, settings_.heads));
}

inline Recurrent::Step SuperposedStackMemory::step(const Context& context, Columns inputs, const State& past) const {
  const Var controls = inputs[0];
  Tape& tape = context.tape;
  const size_t width = settings_.width, heads = settings_.heads;
  const Var actions = softmax(reshape(rows(controls, 0, 3 * heads), 3, heads));
  const Var values = reshape(rows(controls, 3 * heads, width * heads), width, heads);
  const State before = past.after<SuperposedStackState>();
  SuperposedStack* stacks = tape.keep<SuperposedStack>(heads);
  Var *tops = tape.keep<Var>(heads), *all = tape.keep<Var>(heads);
  for (size_t h = 0; h < heads; ++h) {
    all[h] = stacks[h].memory =
        superpose(before.as<SuperposedStack>(h).memory, columns(actions, h, 1), columns(values, h, 1));
    tops[h] = columns(stacks[h].memory, 0, 1);
  }
  const Var read = stack(std::span<const Var>(tops, heads));

  watch("push", rows(actions, 0, 1), kGate);
  watch("pop", rows(actions, 1, 1), kGate);
  watch("write/add", values, kAddView);
  if (tape.watcher()) watch("memory", stack(std::span<const Var>(all, heads)), kStacksView);
  watch("reads", reshape(read, width, heads), kReadView);
  return {read, State::of(tape, SuperposedStackState{read}, std::span<const SuperposedStack>(stacks, heads))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
