#pragma once
// What running means have been shown since an update: sums over episodes, so that it does not matter which thread saw
// which of them.

#include <cstddef>
#include <span>
#include <vector>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class ParameterStore;

class Observations final {
 public:
  void clear();  ///< keeps the memory

  /// One more observation of a running mean, by its number in the store.
  void add(size_t mean, std::span<const Real> values);
  /// What others saw.
  void add(const Observations& others);

  /// m ← 0.9·m + 0.1·x of each mean that was shown something, x the mean of what that was (Xu et al. 2015, eq. 12).
  void move(ParameterStore& store) const;

 private:
  struct Shown {
    std::vector<double> sums;
    size_t count = 0;
  };
  Shown& shown(size_t mean, size_t size);

  std::vector<Shown> means_;  ///< by their numbers; as many as the last that was shown something
};

}  // namespace tapehead::inline TAPEHEAD_REAL
