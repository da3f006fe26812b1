#pragma once
// The number type. Every source that computes is compiled twice: with TAPEHEAD_REAL=f32 for work, and with
// TAPEHEAD_REAL=f64 for gradient checks and golden tests. The inline namespace keeps the two apart, so that one program
// can link both.

#ifndef TAPEHEAD_REAL
#define TAPEHEAD_REAL f32
#endif

namespace tapehead {
namespace precision {
using f32 = float;
using f64 = double;
}  // namespace precision

inline namespace TAPEHEAD_REAL {
using Real = precision::TAPEHEAD_REAL;
}
}  // namespace tapehead
