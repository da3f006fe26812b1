#pragma once
// The matrix product. Every product of the engine goes through this one function.

#include <cstddef>

namespace tapehead {

enum class Transpose { kNo, kYes };
inline constexpr auto kAsIs = Transpose::kNo, kTurned = Transpose::kYes;

/// C = op(A)·op(B), or C += op(A)·op(B) where `add` is true; column-major, op(X) = X or Xᵀ.
/// op(A) is m×k, op(B) k×n, C m×n; lda, ldb, ldc are the distances between stored columns. C must not overlap A or B.
/// Deterministic: the same shapes and inputs give the same bits, in any thread and for any number of threads, and a
/// column of C does not depend on the columns beside it.
/// Fastest where A and its columns are aligned to 64 bytes: with few columns up to twice as fast.
void gemm(Transpose ta, Transpose tb, size_t m, size_t n, size_t k, const float* a, size_t lda, const float* b,
          size_t ldb, bool add, float* c, size_t ldc);
void gemm(Transpose ta, Transpose tb, size_t m, size_t n, size_t k, const double* a, size_t lda, const double* b,
          size_t ldb, bool add, double* c, size_t ldc);

/// C = Aᵀ·B, or C += Aᵀ·B, faster for short sums in many columns, and with one promise less than gemm(): how many
/// columns there are may change a column's last bits. For gradients, since a shard's columns are always the same ones;
/// answers must not depend on what else is asked.
void gemm_for_gradients(size_t m, size_t n, size_t k, const float* a, size_t lda, const float* b, size_t ldb, bool add,
                        float* c, size_t ldc);
void gemm_for_gradients(size_t m, size_t n, size_t k, const double* a, size_t lda, const double* b, size_t ldb,
                        bool add, double* c, size_t ldc);

/// How a sum continues after each k terms: how many numbers further on the next terms of A and B are.
struct Runs {
  size_t count, a_distance, b_distance;
};

/// C = ΣA·op(B) over runs of k terms each, or C += that where `add` is true. It serves convolutions: the numbers of a
/// window lie in one run for each line of the window. Otherwise as gemm(); with no runs the sum is 0.
void gemm_in_runs(const Runs& runs, Transpose tb, size_t m, size_t n, size_t k, const float* a, size_t lda,
                  const float* b, size_t ldb, bool add, float* c, size_t ldc);
void gemm_in_runs(const Runs& runs, Transpose tb, size_t m, size_t n, size_t k, const double* a, size_t lda,
                  const double* b, size_t ldb, bool add, double* c, size_t ldc);

}  // namespace tapehead
