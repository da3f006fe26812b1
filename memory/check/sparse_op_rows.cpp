#include "autodiff/ops/ops.hpp"
#include "memory/check/op_rows.hpp"
#include "memory/sparse/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

constexpr size_t kSparseSlots = 7, kSparseWidth = 4;

std::vector<OpInput> sparse_inputs(size_t readers, size_t writers) {
  return {{"keys", kSparseWidth, readers},
          {"strengths", 1, readers, 1, 3},
          {"vectors", kSparseWidth, writers},
          {"amounts", 1, writers, 0.2, 1},
          {"gates", 1, writers, 0, 1}};
}

/// The reads of several consecutive steps, each with keys and vectors of its own.
CheckedFunction reads_of(size_t steps, size_t reads, size_t filled, size_t kept_links = 0, size_t iterations = 1) {
  SparseReads how{reads, kept_links};
  how.iterations = iterations;
  const auto beginning = std::make_shared<SparseBeginning>(kSparseSlots, kSparseWidth, filled);
  return [=](Tape& tape, In in) {
    SparseAccessState accessed = start_sparse(tape, *beginning, how, in[0].cols, in[0].batch());
    Var all = scale(in[0], 0);
    for (size_t t = 0; t < steps; ++t) {
      const Real turn = t % 2 == 0 ? Real(1) : Real(-0.7);
      const Var key = t % 3 == 2 ? shift(in[0], Real(0.3)) : scale(in[0], turn);
      SparseControls said{key, in[1], shift(scale(in[2], turn), Real(0.1)), in[3], in[4]};
      if (kept_links > 0) said.modes = in[5];
      accessed = sparse_access(*beginning, how, accessed, said);
      all = add(all, scale(accessed.reads, 1 + static_cast<Real>(t)));
    }
    return add(all, sum(square(accessed.weights)));
  };
}

std::vector<OpInput> with_modes(std::vector<OpInput> inputs, size_t readers) {
  inputs.push_back({"modes", 3, readers, 0, 1});
  return inputs;
}

}  // namespace

std::vector<OpRow> sparse_op_rows() {
  return {
      {"sparse_access", sparse_inputs(1, 1), reads_of(1, 7, 0)},
      {"sparse_access, of what it wrote itself", sparse_inputs(1, 1), reads_of(5, 2, 0)},
      {"sparse_access, two readers and three writers", sparse_inputs(2, 3), reads_of(4, 3, 0)},
      {"sparse_access, a memory in use", sparse_inputs(2, 2), reads_of(4, 3, 7)},
      {"sparse_access, every slot", sparse_inputs(2, 1), reads_of(6, 7, 3)},
      {"sparse_access, round all slots", sparse_inputs(3, 2), reads_of(9, 2, 0)},
      {"sparse_access, of several iterations", sparse_inputs(2, 2), reads_of(5, 3, 4, 0, 3)},
      {"sparse_access, with links, of several iterations", with_modes(sparse_inputs(2, 1), 2), reads_of(5, 2, 4, 2, 2)},
      {"sparse_access, with links", with_modes(sparse_inputs(1, 1), 1), reads_of(6, 2, 0, 3)},
      {"sparse_access, with links, several heads", with_modes(sparse_inputs(2, 3), 2), reads_of(5, 3, 4, 2)},
  };
}

}  // namespace tapehead::inline TAPEHEAD_REAL
