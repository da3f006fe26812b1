#pragma once
// What the running means were shown since the last update: sums over episodes, so that the assignment of episodes to
// threads does not matter.

#include <cstddef>
#include <span>
#include <vector>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class ParameterStore;

class Observations final {
 public:
  void clear();  ///< keeps the memory

  /// Adds one observation of a running mean, given by its number in the store.
  void add(size_t mean, std::span<const Real> values);
  /// Adds another thread's observations.
  void add(const Observations& others);

  /// m ← 0.9·m + 0.1·x for each mean that has observations, x their mean (Xu et al. 2015, eq. 12).
  void move(ParameterStore& store) const;

 private:
  struct Shown {
    std::vector<double> sums;
    size_t count = 0;
  };
  Shown& shown(size_t mean, size_t size);

  std::vector<Shown> means_;  ///< indexed by number, up to the last one observed
};

}  // namespace tapehead::inline TAPEHEAD_REAL
