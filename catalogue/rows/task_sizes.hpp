#pragma once
// Options of tasks with sizes.

#include <string>
#include <vector>

#include "catalogue/options/option.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A least and a greatest size, and one for both at once: "task.min-length", "task.max-length" and "task.length".
struct Sizes {
  std::string name;
  long long min, max, low, high;
  std::string what, of_what;
};

/// `others`, then those of the sizes.
std::vector<Option> with_sizes(std::vector<Option> others, const std::vector<Sizes>& all);

}  // namespace tapehead::inline TAPEHEAD_REAL
