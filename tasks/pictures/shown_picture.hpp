#pragma once
// Pictures as text.

#include <string>

#include "tasks/batch/batch_stream.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A picture as lines of blocks, in five steps of brightness, two lines of pixels in each; several channels are
/// averaged. `canvas`: numbers from 0 to 1.
std::string shown_picture(const Real* canvas, Layout layout);

/// A box in words: "x 3 to 31, y 5 to 33"; "-" for an empty one.
std::string box_text(const Box& box);

}  // namespace tapehead::inline TAPEHEAD_REAL
