#pragma once
// Shared by tasks with a least and a greatest size.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "autodiff/base/error.hpp"
#include "autodiff/base/random.hpp"

namespace tapehead {

/// The part of the sizes' range that a curriculum has opened, 0 ≤ from < to ≤ 1.
struct Reach {
  double from = 0, to = 1;
};

/// Throws InputError where `min` is above `max`: `task.min-length: got 5; at most task.max-length (3) is needed`.
inline void check_limits(const std::string& min_name, size_t min, const std::string& max_name, size_t max) {
  if (min > max)
    throw InputError(min_name + ": got " + std::to_string(min) + "; at most " + max_name + " (" + std::to_string(max) +
                     ") is needed");
}

/// Uniform over the open part of min..max.
inline uint32_t draw_size(Stream& draw, size_t min, size_t max, Reach reach) {
  const auto sizes = static_cast<double>(max - min + 1);
  const auto first = static_cast<int64_t>(min) + static_cast<int64_t>(std::floor(reach.from * sizes));
  const auto last = static_cast<int64_t>(min) + static_cast<int64_t>(std::ceil(reach.to * sizes)) - 1;
  return static_cast<uint32_t>(draw.integer(std::min(first, last), last));
}

}  // namespace tapehead
