#pragma once
// Dropout: noise in training only.

#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Each element of x is 0 with probability `rate` (below 1), else x/(1 − rate), so that its mean is x (Srivastava et
/// al. 2014, scaled in training). Episode b draws from stream b, column by column, one number an element. Outside of
/// training, and at rate 0, it returns x and draws nothing. Throws ShapeError where the number of items is not that of
/// the streams.
Var dropout(Var x, Real rate, const Context& context);

}  // namespace tapehead::inline TAPEHEAD_REAL
