#pragma once
// Memories that can take several steps at once.

#include "autodiff/ops/ops.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Implemented by memories with a faster way through controls that are known beforehand.
class StepsAtOnce {
 public:
  virtual ~StepsAtOnce() = default;

  /// controls: controls()×steps; → what is read, reads()×steps, and the state after the last. Equal to step() after
  /// step() up to rounding, and watched as often. before: steps of the sequence before these, for messages.
  virtual Recurrent::Step steps(const Context& context, Var controls, const State& past, size_t before) const = 0;
};

/// The same by step() after step().
inline Recurrent::Step one_by_one(const Memory& memory, const Context& context, Var controls, const State& past,
                                  size_t before) {
  Var* const outputs = context.tape.keep<Var>(controls.cols);
  State state = past;
  for (size_t t = 0; t < controls.cols; ++t) {
    context.tape.at_step(before + t + 1);
    const auto [output, next] = memory.step(context, columns(controls, t, 1), state);
    outputs[t] = output;
    state = next;
  }
  return {beside(std::span<const Var>(outputs, controls.cols)), state};
}

/// The fastest that the memory has.
inline Recurrent::Step steps_of(const Memory& memory, const Context& context, Var controls, const State& past,
                                size_t before) {
  if (const auto* const at_once = dynamic_cast<const StepsAtOnce*>(&memory))
    return at_once->steps(context, controls, past, before);
  return one_by_one(memory, context, controls, past, before);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
