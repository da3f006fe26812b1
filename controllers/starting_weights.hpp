#pragma once
// The starting weights of the recurrent controllers.

#include "autodiff/tape/parameters.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// √(6/(inputs + outputs)) (Glorot & Bengio 2010).
double glorot_bound(size_t inputs, size_t outputs);

/// For weights whose last column is the bias: the first `count` columns U(±first), the others U(±rest), biases 0.
Initializer uniform_apart(size_t count, double first, double rest);

/// The same with U(±√(3/inputs)) for all: inputs of about unit size give outputs of about unit size.
Initializer unit_outputs(size_t inputs);

}  // namespace tapehead::inline TAPEHEAD_REAL
