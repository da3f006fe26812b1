#include "autodiff/base/instructions.hpp"

namespace tapehead {

const char* instructions() {
#if defined(__AVX512F__)
  return "avx512";
#elif defined(__AVX2__)
  return "avx2";
#else
  return "plain";
#endif
}

}  // namespace tapehead
