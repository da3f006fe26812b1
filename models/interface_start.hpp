#pragma once
// Where the affine layer that steers a memory starts.

#include "autodiff/tape/parameters.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Wider than Glorot & Bengio's bound, its biases not quite at zero, so that heads differ, and what the memory's own
/// start biases add. Used while the memory lives.
inline Initializer interface_start(const Memory& memory) {
  constexpr Real kGain = Real(1.4), kBiasDeviation = Real(0.01);
  return [&memory](Stream& stream, MatrixView w) {
    glorot_with_bias(kGain, kBiasDeviation)(stream, w);
    memory.add_start_biases(w.column(w.cols - 1));
  };
}

}  // namespace tapehead::inline TAPEHEAD_REAL
