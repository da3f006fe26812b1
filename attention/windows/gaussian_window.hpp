#pragma once
// A window that is looked through softly, so that where it lies and how wide it is have a gradient.

#include "attention/windows/retina.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The rows of a Gaussian window, in pixels from the picture's left and upper edge.
enum GaussianWindow : uint32_t { kMiddleX, kMiddleY, kStride, kVariance, kIntensity, kGaussianWindowRows };

/// The window of DRAW (Gregor, Danihelka, Graves, Rezende & Wierstra 2015, section 3.2): side×side Gaussian filters
/// about a middle, `stride` apart, of one variance, γ·F_Y·picture·F_Xᵀ with F(i, a) = exp(−(a − μᵢ)²/2σ²)/Z and
/// μᵢ = g + (i − side/2 + ½)·δ, i from 0 (eqs. 23 to 27; the middles of the pixels are ½, 1½ …, where the paper counts
/// from 1). Each filter sums to 1, and one that lies outside sees the picture's edge. picture: size×1. window: 5×1
/// (GaussianWindow), the variance above 0. → (side·side·channels)×1, laid out as a picture; gradients go to both.
/// Throws ShapeError for other shapes.
Var gaussian_window(Var picture, const PictureShape& shape, Var window, size_t side);

}  // namespace tapehead::inline TAPEHEAD_REAL
