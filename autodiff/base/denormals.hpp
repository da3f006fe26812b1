#pragma once
// Denormal numbers off: once weightings have sharpened they are full of numbers below 1e-38, each of which costs a
// processor's slow path; training ran at an eighth of its speed.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tapehead {

/// While it lives, the thread that made it reads denormals as zero and writes zero for them; then the thread's
/// earlier setting is back. Every thread that computes needs one of its own. Does nothing on processors without
/// SSE2: results there may differ by denormals, and only speed is lost.
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
