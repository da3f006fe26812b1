#pragma once
// Layer normalisation, fused.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

inline constexpr Real kLayerNormEpsilon = Real(1e-5);  ///< keeps the gradient of a constant column finite

/// Normalises each column of x to mean 0 and variance 1, then gain∘ that + bias (Ba, Kiros & Hinton 2016, eq. 4; with
/// √(variance + ε), the variance of n, not n − 1, numbers). x: n×cols; gain, bias: n×1 without a batch.
Var layer_norm(Var x, Var gain, Var bias);

}  // namespace tapehead::inline TAPEHEAD_REAL
