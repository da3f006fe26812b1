#include "tasks/judges/pointing.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {

void Pointing::add(const Paper& paper) {
  for (size_t i = 0; i < paper.pointed.size(); ++i) {
    const float share = paper.pointed[i];
    if (std::isnan(share) || paper.batch.scored(paper.episode, paper.steps[i])[0] == 0) continue;
    within_ += double{share};
    ++steps_;
  }
}

void Pointing::add(const Pointing& later) {
  within_ += later.within_;
  steps_ += later.steps_;
}

std::vector<Metric> Pointing::metrics() const {
  if (steps_ == 0) return {};
  return {{"pointing", within_ / steps_}};
}

std::string Pointing::text() const {
  return steps_ == 0 ? std::string() : fmt::format(", pointing {:.4g}", within_ / steps_);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
