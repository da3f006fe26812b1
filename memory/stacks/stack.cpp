#include "memory/stacks/stack.hpp"

#include <array>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "memory/stacks/actions.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void StackMemory::add_start_biases(std::span<Real> biases) const {
  for (size_t h = 0; h < settings_.heads; ++h) {
    biases[h] += settings_.push_bias;
    biases[settings_.heads + h] += settings_.pop_bias;
  }
}

State StackMemory::start(const Context& context) const {
  Tape& tape = context.tape;
  const Var nothing = tape.filled(0, settings_.heads, context.batch, 0);
  return State::of(tape, StackState{tape.filled(reads(), 1, context.batch, 0), nothing});
}

Recurrent::Step StackMemory::step(const Context& context, Columns inputs, const State& past) const {
  const Var controls = inputs[0];
  Tape& tape = context.tape;
  const size_t width = settings_.width, heads = settings_.heads;
  const Var were = past.as<StackState>().strengths;
  const Var actions = action_strengths(context, rows(controls, 0, 2 * heads), settings_.hard_scoring);
  const Var push = reshape(rows(actions, 0, heads), 1, heads), pop = reshape(rows(actions, heads, heads), 1, heads);
  const Var value = tanh(reshape(rows(controls, 2 * heads, width * heads), width, heads));

  Var strengths = push;  // eqs. 2 and 4; eq. 1 is the list
  if (were.rows > 0) {
    const Var left = subtract(were, taken(were, pop, settings_.takes_from));
    strengths = stack(std::array{left, push});
  }
  const State values = State::of(tape, past.after<StackState>(), value);
  const Var weights = taken(strengths, tape.filled(1, heads, context.batch, 1), settings_.takes_from);
  const Var read = weigh(values, weights);  // eqs. 3 and 5

  watch("push", push, kGate);
  watch("pop", pop, kGate);
  watch("write/add", value, kAddView);
  watch("memory/strengths", strengths, kStrengthsView.called("Strengths"));
  watch("read/strengths", weights, kStrengthsView.called("Strengths read"));
  watch("reads", read, kReadView);
  const Var read_column = reshape(read, reads(), 1);
  return {read_column, State::of(tape, StackState{read_column, strengths}, values)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
