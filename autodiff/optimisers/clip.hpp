#pragma once
// Gradient clipping.

#include <span>

#include "autodiff/base/extent.hpp"
#include "autodiff/tape/parameters.hpp"

namespace tapehead {

/// What is clipped: the gradient by its norm, each matrix by its own norm, each number; what flows back, on the way
/// (Tape::cut_flows); or nothing.
enum class Clip { kNorm, kMatrix, kValue, kFlow, kNone };

inline namespace TAPEHEAD_REAL {

/// The Euclidean norm; infinite or NaN if an element is, or if a square overflows.
double gradient_norm(std::span<const Real> gradient);
/// The same, to the bit, of a gradient that is zero outside those extents.
double gradient_norm(std::span<const Real> gradient, std::span<const Extent> where);

/// Clips the gradient: by norm, it keeps its direction and its norm becomes `at`; by value, each element is limited to
/// ±at; of a gradient whose flows were cut, it leaves it. Returns the share that was clipped: 0 or 1 by norm, the share
/// of elements by value. Throws std::invalid_argument by matrix.
double clip_gradient(std::span<Real> gradient, double norm, Clip clip, Real at);

/// The same for a gradient laid out as `store`; and by matrix, each by its own norm (Sukhbaatar et al. 2015, section
/// 4.2), which returns the share of matrices that were clipped.
double clip_gradient(std::span<Real> gradient, const ParameterStore& store, double norm, Clip clip, Real at);
/// And the same of a gradient that is zero outside those extents.
double clip_gradient(std::span<Real> gradient, std::span<const Extent> where, const ParameterStore& store, double norm,
                     Clip clip, Real at);

}  // namespace TAPEHEAD_REAL
}  // namespace tapehead
