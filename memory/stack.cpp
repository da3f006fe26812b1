#include "memory/stack.hpp"

#include <array>

#include "autodiff/ops.hpp"
#include "autodiff/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void StackMemory::add_start_biases(std::span<Real> biases) const {
  for (size_t h = 0; h < settings_.heads; ++h) {
    biases[h] += settings_.push_bias;
    biases[settings_.heads + h] += settings_.pop_bias;
  }
}

Memory::Step StackMemory::start(const Context& context) const {
  return {State(context.tape, {context.tape.filled(reads(), 1, context.batch, 0)}), {}};
}

Memory::Step StackMemory::step(const Context& context, Var controls, const State& past) const {
  Tape& tape = context.tape;
  const size_t width = settings_.width, heads = settings_.heads, entries = past.size() + (past.size() == 0);
  const Var actions = sigmoid(rows(controls, 0, 2 * heads));
  const Var push = reshape(rows(actions, 0, heads), 1, heads), pop = reshape(rows(actions, heads, heads), 1, heads);
  const Var value = tanh(reshape(rows(controls, 2 * heads, width * heads), width, heads));

  Var* state = tape.keep<Var>(entries + 1);
  state[0] = push;  // eqs. 2 and 4; eq. 1 is the list
  if (past.size() > 0) {
    std::copy(past.begin(), past.end(), state);
    const Var left = subtract(past[0], taken(past[0], pop, settings_.takes_from));
    state[0] = stack(std::array{left, push});
  }
  state[entries] = value;

  const State values(tape, {state + 1, entries});
  const Var weights = taken(state[0], tape.filled(1, heads, context.batch, 1), settings_.takes_from);
  const Var read = weigh(values, weights);  // eqs. 3 and 5

  watch("push", push);
  watch("pop", pop);
  watch("write/add", value);
  watch("memory/strengths", state[0]);
  watch("read/strengths", weights);
  watch("reads", read);
  return {State(tape, {reshape(read, reads(), 1)}), State(tape, {state, entries + 1})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
