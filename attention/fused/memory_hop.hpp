#pragma once
// One look into a memory of sentences.

#include <span>

#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct HopSettings {
  size_t nulls = 0;     ///< further slots, whose score and output are 0; they count in the softmax alone
  bool softmax = true;  ///< false: weights are the scores themselves (a linear start)
};

/// The weights of a look, as they are watched.
inline constexpr View kHopView{"statement", "", 0, 1, "attention"};

/// o = Σᵢ pᵢ·cᵢ with p = softmax(mᵢᵀ·u) (Sukhbaatar et al. 2015, equations 1 and 2). memory m and output c: d×slots,
/// query u: d×1, all of one batch. Of item b the first counts[b] slots are there, and settings[b] holds for it; where
/// there are none at all, o = 0. Both spans must live as long as the tape's sequence. → d×1. Watched, of the first
/// item, as "hop/weights": its slots that are there×1.
Var memory_hop(Var query, Var memory, Var output, std::span<const uint32_t> counts,
               std::span<const HopSettings> settings);

}  // namespace tapehead::inline TAPEHEAD_REAL
