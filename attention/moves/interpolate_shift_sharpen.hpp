#pragma once
// How a head's weighting moves: interpolation, shift and sharpening, fused; and sharpening alone.

#include <cstdint>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Added to a weighting before its logarithm. Sharpening is softmax(γ·log(w + tiny)), never w^γ/Σw^γ, so that nothing
/// underflows at γ = 20 and 1e5 slots.
inline constexpr Real kSharpenTiny = Real(1e-12);

/// w^γ / Σ w^γ of each column (Graves et al. 2014, eq. 9). weights: slots×heads, negative ones count as 0; sharpening
/// γ: 1×heads.
Var sharpen(Var weights, Var sharpening);

/// From the content weighting to the final weighting (Graves et al. 2014, eqs. 7–9), the same as
///   sharpen(circular_convolution(mix(gate, content, previous), kernel), sharpening).
/// content, previous: slots×heads; gate, sharpening: 1×heads; kernel: S×heads, S odd. → slots×heads. Item b has the
/// first counts[b] slots, and shifts wrap around within them; the others get weight 0 (no counts: all slots are there).
/// Counts must live as long as the tape's sequence.
Var interpolate_shift_sharpen(Var content, Var previous, Var gate, Var kernel, Var sharpening,
                              std::span<const uint32_t> counts = {});

}  // namespace tapehead::inline TAPEHEAD_REAL
