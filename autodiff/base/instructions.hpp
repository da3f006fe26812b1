#pragma once
// For which processor's instructions this is compiled.

namespace tapehead {

#if defined(__AVX512F__)
inline constexpr const char* kInstructions = "avx512";
#elif defined(__AVX2__)
inline constexpr const char* kInstructions = "avx2";
#else
inline constexpr const char* kInstructions = "plain";
#endif

}  // namespace tapehead
