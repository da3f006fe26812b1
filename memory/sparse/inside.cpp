#include <algorithm>

#include "autodiff/ops/ops.hpp"
#include "memory/sparse/access.hpp"
#include "memory/sparse/record.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

namespace {

bool is_settled(const SparseAccessState& state) { return !state.memory.tape->is_handle<SparseStep>(state.memory); }
const SparseStep& step_of(const SparseAccessState& state) {
  return *state.memory.tape->object<SparseStep>(state.memory);
}

}  // namespace

SparseRows* sparse_rows(const SparseAccessState& state, size_t item) { return step_of(state).rows[item]; }

Var settled_rows(const SparseAccessState& state) {
  Tape& tape = *state.memory.tape;
  if (is_settled(state)) return state.memory;
  const SparseStep& step = step_of(state);
  const size_t batch = state.weights.batch();
  go_to(tape, step, batch);
  const size_t width = step.rows[0]->width();
  size_t most = 1;
  for (size_t b = 0; b < batch; ++b)
    most = std::max({most, step.rows[b]->written_rows().count, step.rows[b]->accessed_count()});
  const Var y = tape.filled(2 + width, most, batch, -1);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b) {
    const Rows written = step.rows[b]->written_rows();
    for (size_t c = 0; c < written.count; ++c) {
      out.column(b, c)[0] = static_cast<Real>(written.slots[c]);
      std::copy_n(written.row(c), width, out.column(b, c) + 2);
    }
    const size_t count = step.rows[b]->accessed_count();
    auto* const accessed = tape.keep<uint32_t>(count);
    step.rows[b]->accessed({accessed, count});
    for (size_t c = 0; c < count; ++c) out.column(b, c)[1] = static_cast<Real>(accessed[c]);
  }
  return y;
}

Var settled_links(const SparseAccessState& state) {
  Tape& tape = *state.memory.tape;
  if (is_settled(state) || !step_of(state).links) return state.links;
  const SparseStep& step = step_of(state);
  const size_t batch = state.weights.batch();
  go_to(tape, step, batch);
  size_t most = 1;
  for (size_t b = 0; b < batch; ++b) most = std::max(most, step.links[b]->columns());
  const Var y = tape.filled(step.links[0]->numbers(), most, batch, -1);
  for (size_t b = 0; b < batch; ++b)
    for (size_t c = 0; c < step.links[b]->columns(); ++c) step.links[b]->put(c, tape.fill(y).column(b, c));
  return y;
}

Var dense_rows(const SparseAccessState& state) {
  Tape& tape = *state.memory.tape;
  const SparseStep& step = step_of(state);
  const size_t batch = state.weights.batch(), slots = step.rows[0]->slots(), width = step.rows[0]->width();
  const Var y = tape.filled(slots, width, batch, 0);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b)
    for (uint32_t n = 0; n < slots; ++n)
      if (const Real* const row = step.rows[b]->row(n).numbers)
        for (size_t j = 0; j < width; ++j) out.column(b, j)[n] = row[j];
  return y;
}

ChosenSlots chosen_writes(const SparseAccessState& state) {
  Tape& tape = *state.memory.tape;
  const SparseStep& step = step_of(state);
  const size_t batch = state.weights.batch(), each = step.writes / step.writers;
  const ChosenSlots chosen{tape.make(each, step.writers, batch), tape.make(each, step.writers, batch)};
  const auto slots = tape.fill(chosen.slots), weights = tape.fill(chosen.weights);
  for (size_t i = 0; i < step.writes * batch; ++i) {  // item after item, as stored
    slots.data[i] = static_cast<Real>(step.written[i].slot);
    weights.data[i] = step.written[i].weight;
  }
  return chosen;
}

Var dense_weights(const SparseAccessState& state, const ChosenSlots& chosen) {
  Tape& tape = *state.memory.tape;
  const auto weights = tape.value(chosen.weights), slots = tape.value(chosen.slots);
  const Var y = tape.filled(step_of(state).rows[0]->slots(), weights.cols, weights.batch, 0);
  for (size_t b = 0; b < weights.batch; ++b)
    for (size_t h = 0; h < weights.cols; ++h)
      for (size_t k = 0; k < weights.rows; ++k)
        tape.fill(y).column(b, h)[static_cast<size_t>(slots.column(b, h)[k])] += weights.column(b, h)[k];
  return y;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
