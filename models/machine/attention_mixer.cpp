#include "models/machine/attention_mixer.hpp"

#include <algorithm>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

StateNames AttentionMixer::state_names() const {
  return joined(names_of<MemoryState>(), StateNames{"", {}, {"keys_values"}});
}

State AttentionMixer::start(const Context& context) const {
  return State::of(context.tape, MemoryState{context.tape.filled(size_, 1, context.batch, 0)});
}

Recurrent::Step AttentionMixer::step(const Context& context, Columns controls, const State& past) const {
  const State before = past.after<MemoryState>();
  const std::span<Var> all(context.tape.keep<Var>(before.size() + 1), before.size() + 1);
  std::copy(before.begin(), before.end(), all.begin());
  const Var read = attention_.next(attention_.at_places(controls[0], before.size()), all);
  watch("reads", read, kReadView);
  return {read, State::of(context.tape, MemoryState{read}, std::span<const Var>(all))};
}

Recurrent::Step AttentionMixer::steps(const Context& context, Var controls, const State& past, size_t before) const {
  if (past.size() > 1) return one_by_one(*this, context, controls, past, before);  // not from the beginning
  Tape& tape = context.tape;
  const Var placed = attention_.at_places(controls, 0), reads = attention_.causally(placed);
  const Var kept = rows(placed, size_, 2 * size_);
  Var* const each = tape.keep<Var>(controls.cols);
  for (size_t t = 0; t < controls.cols; ++t) {
    each[t] = columns(kept, t, 1);
    if (tape.watcher()) watch("reads", columns(reads, t, 1), kReadView);
  }
  return {reads, State::of(tape, MemoryState{columns(reads, controls.cols - 1, 1)},
                           std::span<const Var>(each, controls.cols))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
