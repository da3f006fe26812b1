#pragma once
// What training makes large or small of how spread out looks are.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What softmax makes weights of. A weight of 0 (padding, or what a normaliser leaves out) stays one that is never
/// drawn, unless all are: where there is no annotation, none is read.
Var logits_of(Var weights);

/// −factor·Σₜ H(wₜ) over the looks that count (looks_that_count()), of logits slots×looks: 1×1 an item. A factor above
/// 0 keeps looks from settling early (Xu et al. 2015, section 4.1); one below 0 has them settle on few annotations, so
/// that where a model looks is where it read.
Var entropy_cost(Var logits, Var counts, Real factor);

}  // namespace tapehead::inline TAPEHEAD_REAL
