#include "controllers/rmt.hpp"

#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

inline constexpr View kMemoryTokensView = View{"component", "token"}.called("Memory tokens of the segment");

}  // namespace

/// One token of the segment more: its output.
Var RmtController::through(const Context& context, Var token, Segment& segment) const {
  for (size_t i = 0; i < layers_.count(); ++i) token = layers_.through(context, i, token, segment);
  ++segment.tokens;
  return layers_.last(token);
}

/// The memory's tokens one after the other: their outputs.
Var RmtController::through_all(const Context& context, Var memory, Segment& segment) const {
  Var* const outputs = context.tape.keep<Var>(memory.cols);
  for (size_t j = 0; j < memory.cols; ++j) outputs[j] = through(context, columns(memory, j, 1), segment);
  return beside(std::span<const Var>(outputs, memory.cols));
}

State RmtController::state_of(Tape& tape, Var memory, const Segment& segment) const {
  const size_t batch = memory.batch();
  return State::of(tape, RmtState{memory, layers_.place(tape, segment, batch)}, layers_.lists(tape, segment, batch));
}

/// The state before the first step of a segment: its memory has been read.
State RmtController::begun(const Context& context, Var memory) const {
  Segment segment = layers_.begun(context.tape);
  through_all(context, memory, segment);
  return state_of(context.tape, memory, segment);
}

Controller::Step RmtController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  const auto [memory, steps] = past.as<RmtState>();
  const auto place = static_cast<size_t>(*tape.value(steps).data);
  Segment segment = layers_.restored(tape, past.after<RmtState>(), place);
  const Var output = through(context, layers_.token(context, inputs, place), segment);
  watch("hidden", output, kHidden);
  watch("memory-tokens", memory, kMemoryTokensView);
  if (place + 1 < steps_) return {output, state_of(tape, memory, segment)};
  return {output, begun(context, through_all(context, memory, segment))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
