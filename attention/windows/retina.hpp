#pragma once
// The retina: a glimpse of a picture around a place, sharp in the middle and coarser around it.

#include <cstddef>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A picture as a column: number (y, x, c) is at (y·width + x)·channels + c.
struct PictureShape {
  size_t height, width, channels;
  size_t size() const { return height * width * channels; }
};

/// The first of `span` pixels around a place, on an axis of `extent` pixels from −1 to 1 (places beyond are clamped); a
/// window's edges are pixel edges. Below 0 where the window reaches out of the picture.
long first_pixel(Real place, size_t extent, size_t span);

/// Concentric square windows around places (Mnih, Heess, Graves & Kavukcuoglu 2014, section 3.1): the first is `side`
/// pixels wide, each further one twice as wide as the one before and averaged down to side×side; what lies outside of
/// the picture is 0. picture: size×1. places: 2×looks, x and y, from −1 (the left, the upper edge) to 1. →
/// (scales·side·side·channels)×looks, each window laid out as a picture. Places get no gradient. Throws ShapeError for
/// other shapes.
Var retina(Var picture, const PictureShape& shape, Var places, size_t side, size_t scales);

}  // namespace tapehead::inline TAPEHEAD_REAL
