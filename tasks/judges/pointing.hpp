#pragma once
// Whether a model attends to what its answer is about.

#include <string>
#include <vector>

#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The metric "pointing", from 0 to 1: the share of attention, or of glimpses, within the gold box, averaged over all
/// scored steps that have one (the energy-based pointing game of Wang et al. 2020, for each word). Present where there
/// are such steps and the model shows where in the picture it attends.
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
