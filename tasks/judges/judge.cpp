#include "tasks/judges/judge.hpp"

#include <algorithm>
#include <stdexcept>

namespace tapehead::inline TAPEHEAD_REAL {

double Score::value(std::string_view name) const {
  const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const Metric& m) { return m.name == name; });
  if (found == metrics.end()) throw std::out_of_range("Score: no metric " + std::string(name));
  return found->value;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
