#pragma once
// What tasks with a least and a greatest size share.

#include <cstddef>
#include <string>

#include "autodiff/random.hpp"

namespace tapehead {

/// The part of the sizes' range that is open, as shares of it, 0 ≤ from < to ≤ 1: a curriculum's doing.
struct Reach {
  double from = 0, to = 1;
};

/// Throws InputError where `min` is above `max`: `task.min-length: got 5; at most task.max-length (3) is needed`.
void check_limits(const std::string& min_name, size_t min, const std::string& max_name, size_t max);

/// Uniform over min..max, or over the part of it that is open.
uint32_t draw_size(Stream& draw, size_t min, size_t max, Reach reach);

}  // namespace tapehead
