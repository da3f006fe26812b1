#include "models/looks/memory_attention.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "models/interface_start.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

MemoryAttention::MemoryAttention(const Scope& scope, std::shared_ptr<const Memory> memory, DecoderAttentionSizes sizes)
    : memory_(std::move(memory)) {
  if (memory_->controls() == 0) return;
  const auto add = [&](const char* name, size_t inputs) {
    return (scope / name).add("weights", memory_->controls(), inputs + 1, interface_start(*memory_));
  };
  encoder_controls_ = add("encoder-controls", sizes.annotation);
  decoder_controls_ = add("decoder-controls", sizes.query);
}

State MemoryAttention::begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const {
  if (std::any_of(lengths.begin(), lengths.end(), [&](uint32_t length) { return length != lengths[0]; }))
    throw ShapeError("memory attention: got sources of different lengths; they are read apart");
  Tape& tape = context.tape;
  State state = memory_->start(context);
  if (memory_->controls() == 0) return state;
  const Within reading(tape, "reading");
  const Var controls = linear(tape.parameter(encoder_controls_), {annotations});
  for (size_t s = 0; s < lengths[0]; ++s) state = memory_->step(context, columns(controls, s, 1), state).state;
  return state;
}

Held MemoryAttention::held() const { return held_by(*memory_); }

Recurrent::Step MemoryAttention::look(const Context& context, Var queries, const State& past) const {
  if (memory_->controls() == 0) return {{}, past};
  const Within answering(context.tape, "answering");
  const Var controls = linear(context.tape.parameter(decoder_controls_), {queries});
  const State state = memory_->step(context, controls, past).state;
  return {memory_->reads() > 0 ? state.as<MemoryState>().reads : Var{}, state};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
