#include "catalogue/rows/task_sizes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<Option> with_sizes(std::vector<Option> others, const std::vector<Sizes>& all) {
  for (const Sizes& s : all) {
    const std::string min = "task.min-" + s.name, max = "task.max-" + s.name;
    others.push_back(Option::integer(min, s.min, s.low, s.high, "least " + s.what + " of " + s.of_what));
    others.push_back(Option::integer(max, s.max, s.low, s.high, "most " + s.what + " of " + s.of_what));
    others.push_back(Option::limits("task." + s.name, {min, max},
                                    s.what + " of every " + s.of_what.substr(s.of_what.find(' ') + 1)));
  }
  return others;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
