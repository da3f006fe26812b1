#pragma once

namespace tapehead {

/// The instruction set that the kernels are compiled for: "avx512", "avx2" or "plain".
const char* instructions();

}  // namespace tapehead
