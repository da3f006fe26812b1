#pragma once
// Noise that is added in training only.

#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// x plus independent numbers, uniform, of mean 0 and standard deviation `deviation` (Jim, Giles & Horne 1996, "An
/// analysis of noise in recurrent neural networks"). Episode b draws from stream b, column by column, one number an
/// element. Outside of training, and at deviation 0, it returns x and draws nothing. Throws ShapeError where the number
/// of items is not that of the streams.
Var with_noise(Var x, Real deviation, const Context& context);

}  // namespace tapehead::inline TAPEHEAD_REAL
