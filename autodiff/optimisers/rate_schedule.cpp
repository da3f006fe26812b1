#include "autodiff/optimisers/rate_schedule.hpp"

#include <algorithm>
#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {

double RateSchedule::at(uint64_t sequences, uint64_t decaying) const {
  if (sequences < first_sequences) return first_rate > 0 ? first_rate : rate;
  sequences -= first_sequences;
  if (first_sequences > 0) decaying = std::min(decaying, sequences);
  const double rise = warm_up > 0 ? std::min(1.0, (static_cast<double>(sequences) + 1) / warm_up) : 1;
  const double falls = static_cast<double>(decaying) / decay_sequences;
  return rate * rise * std::max(floor, std::pow(decay, stairs ? std::floor(falls) : falls));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
