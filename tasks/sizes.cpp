#include "tasks/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/error.hpp"

namespace tapehead {

void check_limits(const std::string& min_name, size_t min, const std::string& max_name, size_t max) {
  if (min > max) throw InputError(fmt::format("{}: got {}; at most {} ({}) is needed", min_name, min, max_name, max));
}

uint32_t draw_size(Stream& draw, size_t min, size_t max, Reach reach) {
  const auto sizes = static_cast<double>(max - min + 1);
  const auto first = static_cast<int64_t>(min) + static_cast<int64_t>(std::floor(reach.from * sizes));
  const auto last = static_cast<int64_t>(min) + static_cast<int64_t>(std::ceil(reach.to * sizes)) - 1;
  return static_cast<uint32_t>(draw.integer(std::min(first, last), last));
}

}  // namespace tapehead
