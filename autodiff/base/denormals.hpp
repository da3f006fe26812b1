#pragma once
// Turns denormal numbers off. Sharpened weightings are full of numbers below 1e-38, and each takes the processor's slow
// path: training ran at an eighth of its speed.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tapehead {

/// While it lives, its thread reads denormals as zero and writes zero for them; afterwards the thread's earlier setting
/// is restored. Every thread that computes needs its own. Without SSE2 it does nothing: results may then differ by
/// denormals, and only speed is lost.
class FlushDenormals final {
 public:
  FlushDenormals() {
#if defined(__SSE2__)
    _mm_setcsr(before_ | _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON);
#endif
  }
  ~FlushDenormals() {
#if defined(__SSE2__)
    _mm_setcsr(before_);
#endif
  }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

#if defined(__SSE2__)
 private:
  unsigned before_ = _mm_getcsr();
#endif
};

}  // namespace tapehead
