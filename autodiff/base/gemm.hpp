#pragma once
// The matrix product. Every product of the engine goes through this one function.

#include <cstddef>

namespace tapehead {

enum class Transpose { kNo, kYes };

/// C = op(A)·op(B), or C += op(A)·op(B) where `add` is true; column-major, op(X) = X or Xᵀ.
/// op(A) is m×k, op(B) k×n, C m×n; lda, ldb, ldc are the distances between columns as stored. C overlaps neither
/// A nor B. The same shapes and inputs give the same bits, in any thread and however many there are. In float a
/// column of C has the same bits whatever columns stand beside it, unless both factors are transposed.
/// Fastest where A and its columns begin at multiples of 64 bytes: with few columns up to twice as fast.
void gemm(Transpose ta, Transpose tb, size_t m, size_t n, size_t k, const float* a, size_t lda, const float* b,
          size_t ldb, bool add, float* c, size_t ldc);
void gemm(Transpose ta, Transpose tb, size_t m, size_t n, size_t k, const double* a, size_t lda, const double* b,
          size_t ldb, bool add, double* c, size_t ldc);

/// How a sum goes on after each k terms: the next ones of A and B are so many numbers further on.
struct Runs {
  size_t count, a_distance, b_distance;
};

/// C = ΣA·op(B) over runs of k terms each, or C += that where `add` is true: what a line of windows of a picture and
/// their weights come to, whose numbers lie in a run for each line of a window. Else as gemm(); with no runs the sum is
/// 0.
void gemm_in_runs(const Runs& runs, Transpose tb, size_t m, size_t n, size_t k, const float* a, size_t lda,
                  const float* b, size_t ldb, bool add, float* c, size_t ldc);
void gemm_in_runs(const Runs& runs, Transpose tb, size_t m, size_t n, size_t k, const double* a, size_t lda,
                  const double* b, size_t ldb, bool add, double* c, size_t ldc);

/// Keeps OpenBLAS from starting threads of its own; called once, before the first product.
void hold_blas_to_one_thread();

}  // namespace tapehead
