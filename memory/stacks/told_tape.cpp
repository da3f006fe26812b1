#include "memory/stacks/told_tape.hpp"

#include <fmt/format.h>

#include <array>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr View kTapesView = View{"component", "slot"}.called("Tapes, from the cell that is read");
constexpr View kMovesView{"stay, left, right, jump left, jump right", "head", 0, 1, "how the tape is moved"};

}  // namespace

Footprint ToldTapeMemory::footprint() const {
  const auto state = static_cast<double>(settings_.width * settings_.slots * settings_.heads);
  return {state, 2 * state};
}

State ToldTapeMemory::start(const Context& context) const {
  Tape& tape = context.tape;
  const auto told = context.ahead.input_steps;
  if (told.size() != context.batch)
    throw ShapeError(fmt::format("tape: got the inputs' lengths of {} episodes; those of all {} are needed",
                                 told.size(), context.batch));
  const Var input_steps = tape.make(1, 1, context.batch);
  for (size_t b = 0; b < context.batch; ++b) *tape.fill(input_steps).item(b) = static_cast<Real>(told[b]);
  ToldTape* const tapes = tape.keep<ToldTape>(settings_.heads);
  for (size_t h = 0; h < settings_.heads; ++h)
    tapes[h].memory = tape.filled(settings_.width, settings_.slots, context.batch, 0);
  return State::of(tape, ToldTapeState{tape.filled(reads(), 1, context.batch, 0), input_steps},
                   std::span<const ToldTape>(tapes, settings_.heads));
}

Recurrent::Step ToldTapeMemory::step(const Context& context, Columns inputs, const State& past) const {
  const Var controls = inputs[0];
  Tape& tape = context.tape;
  const size_t width = settings_.width, heads = settings_.heads;
  const Var actions = softmax(reshape(rows(controls, 0, kRolls * heads), kRolls, heads));
  const Var values = reshape(rows(controls, kRolls * heads, width * heads), width, heads);
  const Var input_steps = past.as<ToldTapeState>().input_steps;
  const State before = past.after<ToldTapeState>();
  ToldTape* const tapes = tape.keep<ToldTape>(heads);
  Var *firsts = tape.keep<Var>(heads), *all = tape.keep<Var>(heads);
  for (size_t h = 0; h < heads; ++h) {
    const Var rest = columns(before.as<ToldTape>(h).memory, 1, settings_.slots - 1);
    const Var written = beside(std::array{columns(values, h, 1), rest});
    all[h] = tapes[h].memory = rolled(written, columns(actions, h, 1), input_steps);
    firsts[h] = columns(tapes[h].memory, 0, 1);
  }
  const Var read = stack(std::span<const Var>(firsts, heads));

  watch("moves", actions, kMovesView);
  watch("write/add", values, kAddView);
  if (tape.watcher()) watch("memory", stack(std::span<const Var>(all, heads)), kTapesView);
  watch("reads", reshape(read, width, heads), kReadView);
  return {read, State::of(tape, ToldTapeState{read, input_steps}, std::span<const ToldTape>(tapes, heads))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
