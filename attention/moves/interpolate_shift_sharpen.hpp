#pragma once
// Moving the focus: interpolate, shift, sharpen, fused; and sharpening alone.

#include <cstdint>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Added to a weighting before its logarithm: sharpening is softmax(γ·log(w + tiny)), never w^γ/Σw^γ, so that nothing
/// underflows at γ = 20 and 1e5 slots.
inline constexpr Real kSharpenTiny = Real(1e-12);

/// w^γ / Σ w^γ of each column (Graves et al. 2014, eq. 9). weights: slots×heads, a negative one counts as 0;
/// sharpening γ: 1×heads.
Var sharpen(Var weights, Var sharpening);

/// From content weighting to final weighting (Graves et al. 2014, eqs. 7–9), the same as
///   sharpen(circular_convolution(mix(gate, content, previous), kernel), sharpening).
/// content, previous: slots×heads; gate, sharpening: 1×heads; kernel: S×heads, S odd. → slots×heads. Of item b the
/// first counts[b] slots are there, and it is round about these that a shift goes; the others get weight 0 (no counts:
/// all slots are). Counts must live as long as the tape's sequence.
Var interpolate_shift_sharpen(Var content, Var previous, Var gate, Var kernel, Var sharpening,
                              std::span<const uint32_t> counts = {});

}  // namespace tapehead::inline TAPEHEAD_REAL
