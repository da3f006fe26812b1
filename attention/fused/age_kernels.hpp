#pragma once
// Vectors by age within the fused ops: a query of one head over `count` steps, the last of which has age 0.

#include <algorithm>

#include "attention/fused/multi_head.hpp"
#include "attention/fused/step_kernels.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Throws ShapeError, for the op of that name, where they do not fit heads of that width.
void check_ages(const char* op, size_t width, const AgeVectors& ages);

/// The column for step j of `count`.
inline size_t age_column(size_t j, size_t count, size_t ages) { return std::min(count - 1 - j, ages - 1); }

/// scores_j += factor·(vector of j's age)·x
inline void add_age_scores(const Window<const Real>& vectors, const Real* x, Real factor, Real* scores, size_t count) {
  for (size_t j = 0; j < count; ++j)
    scores[j] += factor * dot<Real>(x, vectors.column(0, age_column(j, count, vectors.cols)), vectors.rows);
}

/// to += Σ_j weights_j·(vector of j's age)
inline void add_age_vectors(const Window<const Real>& vectors, const Real* weights, size_t count, Real* to) {
  for (size_t j = 0; j < count; ++j)
    add_scaled(weights[j], vectors.column(0, age_column(j, count, vectors.cols)), to, vectors.rows);
}

/// The vectors' gradient from either: that of j's age += weights_j·x
inline void add_age_gradients(const Gradient& vectors, const Real* weights, size_t count, const Real* x) {
  for (size_t j = 0; j < count; ++j)
    add_scaled(weights[j], x, vectors.column(0, age_column(j, count, vectors.cols)), vectors.rows);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
