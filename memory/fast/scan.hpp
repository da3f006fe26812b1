#pragma once
// A linear write rule over a known sequence as one op.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// H heads, n writes a step, T steps; columns are in the order of steps, in a step of writes, in a write of heads.
struct ScanInputs {
  Var memory;   ///< keys×(values·H), S before the first step
  Var keep;     ///< keys×(H·T) or 1×(H·T): what a step leaves of S's rows; without a tape: all
  Var keys;     ///< keys×(H·n·T)
  Var erase;    ///< the same; without a tape: nothing is erased
  Var add;      ///< values×(H·n·T); without a tape: nothing is added
  Var queries;  ///< keys×(H·T)
};
struct Scanned {
  Var reads;   ///< values×(H·T)
  Var memory;  ///< S after the last step
};

/// At each step S ← Diag(keep)·S, then for each write S ← S + k·(a − Sᵀe)ᵀ, then o = Sᵀq: memory/fast/ops.hpp's fade(),
/// look_up() and add_pairs(), with S of one head in the first-level cache. S is kept every few steps, and in the
/// backward sweep those between are made again: T·(keys + values) + T/16·keys·values numbers a head instead of
/// T·keys·values.
Scanned scan(const ScanInputs& in, size_t heads);

}  // namespace tapehead::inline TAPEHEAD_REAL
