#include "memory/sparse/record.hpp"

#include <new>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

SparseStep* new_sparse_step(Tape& tape, size_t batch) {
  return new (tape.keep<SparseStep>(1))
      SparseStep{tape.keep<SparseRows*>(batch), nullptr, tape.keep<uint64_t>(batch), 0, nullptr, 0, 0};
}

SparseStep* begin_with(Tape& tape, const SparseBeginning& beginning, size_t kept_links, size_t batch) {
  SparseStep* step = new_sparse_step(tape, batch);
  for (size_t b = 0; b < batch; ++b) {
    step->rows[b] = new (tape.keep<SparseRows>(1)) SparseRows(tape, beginning);
    step->serials[b] = 0;
  }
  if (kept_links > 0) step->links = tape.keep<SparseLinks*>(batch);
  for (size_t b = 0; step->links && b < batch; ++b)
    step->links[b] = new (tape.keep<SparseLinks>(1)) SparseLinks(tape, kept_links);
  return step;
}

SparseStep* begin_settled(const SparseBeginning& beginning, size_t kept_links, Var told, Var told_links) {
  Tape& tape = *told.tape;
  const auto value = tape.value(told), links = tape.value(told_links);
  SparseStep* step = begin_with(tape, beginning, kept_links, value.batch);
  for (size_t b = 0; b < value.batch; ++b) {
    SparseRows& rows = *step->rows[b];
    for (size_t c = 0; c < value.cols && value.column(b, c)[0] >= 0; ++c) {
      const auto slot = static_cast<uint32_t>(value.column(b, c)[0]);
      rows.erase(slot);
      rows.add(slot, 1, value.column(b, c) + 2);
    }
    rows.written();
    for (size_t c = 0; c < value.cols && value.column(b, c)[1] >= 0; ++c)
      rows.access(static_cast<uint32_t>(value.column(b, c)[1]));
    for (size_t c = 0; step->links && c < links.cols && links.column(b, c)[0] >= 0; ++c)
      step->links[b]->take(links.column(b, c));
    if (step->links) step->links[b]->commit();
    step->steps = rows.commit();
    step->serials[b] = rows.serial();
  }
  return step;
}

void go_to(Tape& tape, const SparseStep& step, size_t batch) {
  for (size_t b = 0; b < batch; ++b) {
    SparseRows& rows = *step.rows[b];
    if (rows.steps() > step.steps && tape.recording())
      throw ShapeError("sparse_access: got a state that another step has gone on from; with gradients, one may");
    rows.rollback(step.steps);
    if (step.links) step.links[b]->rollback(step.steps);
    if (rows.steps() != step.steps || rows.serial() != step.serials[b])
      throw ShapeError("sparse_access: got a state that was undone; the newest, or one before it, is needed");
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
