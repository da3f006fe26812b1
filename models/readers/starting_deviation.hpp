#pragma once
// Shared by the networks that read stories.

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Standard deviation of their starting weights: Sukhbaatar et al. 2015, section 4.2; Henaff et al. 2017, appendix A;
/// Miller et al. 2016 in the authors' program; and of the word vectors in our network of Weston et al. 2015, who do not
/// give any.
inline constexpr Real kDeviation = Real(0.1);

}  // namespace tapehead::inline TAPEHEAD_REAL
