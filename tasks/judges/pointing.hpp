#pragma once
// Whether a model looks at what it answers about, for judges.

#include <string>
#include <vector>

#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The metric "pointing", from 0 to 1: the share of attention, or of glimpses, that lies within the gold box, a mean
/// over all scored steps that have one (the energy-based pointing game of Wang et al. 2020, of each word). It is told
/// where there are such steps, and the model shows where in the picture it looks.
class Pointing final {
 public:
  void add(const Paper& paper);
  void add(const Pointing& later);

  std::vector<Metric> metrics() const;  ///< one, or none
  std::string text() const;             ///< ", pointing 0.8132", or nothing

 private:
  double within_ = 0, steps_ = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
