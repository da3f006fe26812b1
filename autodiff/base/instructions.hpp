#pragma once

namespace tapehead {

/// For which instructions of the processor the kernels are compiled: "avx512", "avx2" or "plain".
const char* instructions();

}  // namespace tapehead
