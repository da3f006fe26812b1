#pragma once
// The starting weights of the affine layer that outputs a memory's controls.

#include "autodiff/tape/parameters.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Wider than Glorot & Bengio's bound, with biases near but not at zero, so that heads differ, plus the memory's own
/// start biases. Must not outlive the memory.
inline Initializer interface_start(const Memory& memory) {
  constexpr Real kGain = Real(1.4), kBiasDeviation = Real(0.01);
  return [&memory](Stream& stream, MatrixView w) {
    glorot_with_bias(kGain, kBiasDeviation)(stream, w);
    memory.add_start_biases(w.column(w.cols - 1));
  };
}

}  // namespace tapehead::inline TAPEHEAD_REAL
