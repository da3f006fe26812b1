#pragma once
// Maps a head's raw controls to their ranges.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Maps each head's controls (a column: key strength, gate, shift kernel with an odd number of taps, sharpening) to
/// their ranges, in place: softplus, sigmoid, softmax over the taps, and least + share·softplus (Graves et al. 2014,
/// section 3.3, where the least is 1). One op instead of six ops on one or three numbers a head.
Var steering(Var controls, Real share, Real least = 1);

}  // namespace tapehead::inline TAPEHEAD_REAL
