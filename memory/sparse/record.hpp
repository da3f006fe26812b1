#pragma once
// How steps of sparse access find the memories: a step's record, to which a handle on the tape leads.

#include "autodiff/tape/tape.hpp"
#include "memory/sparse/links.hpp"
#include "memory/sparse/rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The memories of all items after a step.
struct SparseStep {
  static constexpr const char* kHandleName = "a sparse memory";

  SparseRows** rows;
  SparseLinks** links;  ///< null without links
  uint64_t* serials;    ///< of each memory's state
  size_t steps;
  SlotWeight* written;  ///< K + 1 for each writing head of each item
  size_t writers, writes;
};

/// Uninitialised, with memory for `batch` items.
SparseStep* new_sparse_step(Tape& tape, size_t batch);
/// Memories for all items, with the start content.
SparseStep* begin_with(Tape& tape, const SparseBeginning& beginning, size_t kept_links, size_t batch);
/// Memories restored from settled_rows() and settled_links().
SparseStep* begin_settled(const SparseBeginning& beginning, size_t kept_links, Var told, Var told_links);

/// Restores the memories to their state after a step. Throws ShapeError for a step that was undone, and, where
/// gradients are wanted, for one that another step has continued from.
void go_to(Tape& tape, const SparseStep& step, size_t batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
