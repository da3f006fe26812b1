#pragma once
// The numbers by which a head is steered, out of what its controller says.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Of each head's controls (a column: strength, gate, shift kernel of an odd number of taps, sharpening) each in its
/// range, in the same places: softplus, sigmoid, softmax over the taps, and 1 + share·softplus (Graves et al. 2014,
/// section 3.3). One op for what would be six on a number or three for each head.
Var steering(Var controls, Real share);

}  // namespace tapehead::inline TAPEHEAD_REAL
