#include "memory/stacks/stack.hpp"

#include <array>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void StackMemory::add_start_biases(std::span<Real> biases) const {
  for (size_t h = 0; h < settings_.heads; ++h) {
    biases[h] += settings_.push_bias;
    biases[settings_.heads + h] += settings_.pop_bias;
  }
}

State StackMemory::start(const Context& context) const {
  return State(context.tape, {context.tape.filled(reads(), 1, context.batch, 0)});
}

Recurrent::Step StackMemory::step(const Context& context, Columns inputs, const State& past) const {
  const Var controls = inputs[0];
  Tape& tape = context.tape;
  const size_t width = settings_.width, heads = settings_.heads, entries = std::max<size_t>(past.size() - 1, 1);
  const Var actions = sigmoid(rows(controls, 0, 2 * heads));
  const Var push = reshape(rows(actions, 0, heads), 1, heads), pop = reshape(rows(actions, heads, heads), 1, heads);
  const Var value = tanh(reshape(rows(controls, 2 * heads, width * heads), width, heads));

  Var* state = tape.keep<Var>(entries + 2);
  Var& strengths = state[1];
  strengths = push;  // eqs. 2 and 4; eq. 1 is the list
  if (past.size() > 1) {
    std::copy(past.begin() + 2, past.end(), state + 2);
    const Var left = subtract(past[1], taken(past[1], pop, settings_.takes_from));
    strengths = stack(std::array{left, push});
  }
  state[entries + 1] = value;

  const State values(tape, {state + 2, entries});
  const Var weights = taken(strengths, tape.filled(1, heads, context.batch, 1), settings_.takes_from);
  const Var read = weigh(values, weights);  // eqs. 3 and 5

  watch("push", push, kGate);
  watch("pop", pop, kGate);
  watch("write/add", value, kAddView);
  watch("memory/strengths", strengths, kStrengthsView.called("Strengths"));
  watch("read/strengths", weights, kStrengthsView.called("Strengths read"));
  watch("reads", read, kReadView);
  state[0] = reshape(read, reads(), 1);
  return {state[0], State(tape, {state, entries + 2})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
