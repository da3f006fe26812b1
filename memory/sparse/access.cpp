#include "memory/sparse/access.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/sparse/access_op.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void check_shapes(const AccessShape& shape, const SparseBeginning& beginning, const SparseReads& how,
                  const SparseAccessState& past, const SparseControls& said) {
  const auto fits = [&](Var x, size_t rows, size_t cols) {
    return x.rows == rows && x.cols == cols && x.batch() == shape.batch;
  };
  if (!fits(said.keys, beginning.width(), shape.heads) || !fits(said.vectors, shape.width, shape.writers) ||
      !fits(said.strengths, 1, shape.heads) || !fits(said.amounts, 1, shape.writers) ||
      !fits(said.gates, 1, shape.writers) || !fits(said.modes, 3, shape.heads) ||
      shape.reads != (how.kept_links > 0 ? 3 : 1) * how.content || !fits(past.weights, shape.reads, shape.heads) ||
      !fits(past.slots, shape.reads, shape.heads))
    shapes_do_not_fit("sparse_access",
                      {past.weights, said.keys, said.strengths, said.vectors, said.amounts, said.gates, said.modes},
                      "reads x heads, width x heads, 1 x heads, width x writers, 1 x writers twice and 3 x heads");
  if (how.content > beginning.slots() || shape.writers > beginning.slots())
    throw ShapeError(
        fmt::format("sparse_access: got {} slots, {} reads by content and {} writing heads; at most as many "
                    "of each as slots are needed",
                    beginning.slots(), how.content, shape.writers));
}

}  // namespace

SparseAccessState start_sparse(Tape& tape, const SparseBeginning& beginning, const SparseReads& how, size_t heads,
                               size_t batch) {
  const size_t reads = how.kept_links > 0 ? 3 * how.content : how.content;
  const Var none = tape.filled(reads, heads, batch, 0);
  return {tape.filled(beginning.width(), heads, batch, 0), none, none,
          tape.handle(begin_with(tape, beginning, how.kept_links, batch), batch), tape.filled(1, 1, batch, -1)};
}

SparseAccessState sparse_access(const SparseBeginning& beginning, const SparseReads& how, const SparseAccessState& past,
                                const SparseControls& told) {
  Tape& tape = *told.keys.tape;
  const AccessShape shape{told.keys.rows, how.content,       past.weights.rows,
                          told.keys.cols, told.vectors.cols, told.keys.batch()};
  SparseControls said = told;
  if (!shape.follows()) said.modes = tape.filled(3, shape.heads, shape.batch, 1);  // all is by content
  check_shapes(shape, beginning, how, past, said);
  const SparseStep* const from = tape.is_handle<SparseStep>(past.memory)
                                     ? tape.object<SparseStep>(past.memory)
                                     : begin_settled(beginning, how.kept_links, past.memory, past.links);
  go_to(tape, *from, shape.batch);
  const SparseAccess access(how, past, said, shape, *from);
  access.forward();
  const Var y = access.value();
  tape.tell([&] { return access.work(beginning); });
  tape.record(y, access.operands(), [access] { access.backward(); });
  return {reshape(rows(y, 0, shape.weights(0)), shape.width, shape.heads),
          reshape(rows(y, shape.weights(0), shape.reads * shape.heads), shape.reads, shape.heads), access.slots(),
          tape.handle(access.step(), shape.batch), tape.filled(1, 1, shape.batch, -1)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
