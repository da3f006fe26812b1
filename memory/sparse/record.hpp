#pragma once
// Where steps of sparse access find the memories: what a step has left behind, to which a handle on the tape leads.

#include "autodiff/tape/tape.hpp"
#include "memory/sparse/links.hpp"
#include "memory/sparse/rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The memories of the items after a step.
struct SparseStep {
  static constexpr const char* kHandleName = "a sparse memory";

  SparseRows** rows;
  SparseLinks** links;  ///< null where there are none
  uint64_t* serials;    ///< of the state that each is in
  size_t steps;
  SlotWeight* written;  ///< K + 1 for each writing head of each item
  size_t writers, writes;
};

/// Of which nothing but the room for `batch` items is there.
SparseStep* new_sparse_step(Tape& tape, size_t batch);
/// Memories for all items, as at the beginning.
SparseStep* begin_with(Tape& tape, const SparseBeginning& beginning, size_t kept_links, size_t batch);
/// Memories that settled_rows() and settled_links() have told of.
SparseStep* begin_settled(const SparseBeginning& beginning, size_t kept_links, Var told, Var told_links);

/// Brings the memories to where a step left them. Throws ShapeError for a step that was undone, and, where gradients
/// are wanted, for one that another has gone on from.
void go_to(Tape& tape, const SparseStep& step, size_t batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
