#pragma once
// The entropy of looks as a training cost or reward.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Logits whose softmax is `weights`. A weight of 0 (padding, or what a normaliser leaves out) stays 0 and is never
/// drawn, unless all are 0: where there is no annotation, none is read.
Var logits_of(Var weights);

/// −factor·Σₜ H(wₜ) over the looks that count (looks_that_count()), with logits slots×looks: 1×1 an item. A positive
/// factor keeps looks from settling early (Xu et al. 2015, section 4.1); a negative one makes them settle on few
/// annotations, so that the model reads where it looks.
Var entropy_cost(Var logits, Var counts, Real factor);

}  // namespace tapehead::inline TAPEHEAD_REAL
