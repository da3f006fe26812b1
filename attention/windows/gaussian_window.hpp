#pragma once
// A differentiable window onto a picture: its place and width have a gradient.

#include "attention/windows/retina.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The rows of a Gaussian window; lengths in pixels from the picture's left and upper edge.
enum GaussianWindow : uint32_t { kMiddleX, kMiddleY, kStride, kVariance, kIntensity, kGaussianWindowRows };

/// The window of DRAW (Gregor, Danihelka, Graves, Rezende & Wierstra 2015, section 3.2): side×side Gaussian filters
/// around a middle, `stride` apart, all with one variance: γ·F_Y·picture·F_Xᵀ with F(i, a) = exp(−(a − μᵢ)²/2σ²)/Z and
/// μᵢ = g + (i − side/2 + ½)·δ, i from 0 (eqs. 23 to 27; pixel centres are at ½, 1½ …, where the paper counts from 1).
/// Each filter sums to 1; one outside of the picture sees its edge. picture: size×1. window: 5×1 (GaussianWindow), the
/// variance above 0. → (side·side·channels)×1, laid out as a picture; gradients go to both. Throws ShapeError for other
/// shapes.
Var gaussian_window(Var picture, const PictureShape& shape, Var window, size_t side);

}  // namespace tapehead::inline TAPEHEAD_REAL
