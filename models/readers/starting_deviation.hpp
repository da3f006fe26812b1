#pragma once
// What the networks that read stories have in common in their papers.

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Of their starting weights: Sukhbaatar et al. 2015, section 4.2; Henaff et al. 2017, appendix A; Miller et al. 2016
/// in the authors' program; of the words' first vectors in ours of Weston et al. 2015, who tell none.
inline constexpr Real kDeviation = Real(0.1);

}  // namespace tapehead::inline TAPEHEAD_REAL
