#pragma once
// One hop of a memory network over sentences.

#include <span>

#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct HopSettings {
  size_t nulls = 0;     ///< additional slots with score and output 0, which count in the softmax alone
  bool softmax = true;  ///< false: the weights are the scores themselves (linear start)
};

/// The view of a hop's weights for watchers.
inline constexpr View kHopView{"statement", "", 0, 1, "attention"};

/// o = Σᵢ pᵢ·cᵢ with p = softmax(mᵢᵀ·u) (Sukhbaatar et al. 2015, equations 1 and 2). memory m and output c: d×slots,
/// query u: d×1, all with the same batch. Item b has the first counts[b] slots and settings[b]; without slots o = 0.
/// Both spans must live as long as the tape's sequence. → d×1. The first item's weights are watched as "hop/weights":
/// counts[0]×1.
Var memory_hop(Var query, Var memory, Var output, std::span<const uint32_t> counts,
               std::span<const HopSettings> settings);

}  // namespace tapehead::inline TAPEHEAD_REAL
