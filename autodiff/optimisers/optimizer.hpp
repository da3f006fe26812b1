#pragma once
// The interface of optimisers.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An optimiser keeps vectors of the parameters' length ("slots"), which a checkpoint saves by name. They start as
/// zeros.
class Optimizer {
 public:
  struct Slot {
    std::string name;
    AlignedVector<Real> values;
  };

  virtual ~Optimizer() = default;

  /// Updates `values` from `gradient` with the given learning rate; `updates` counts from 1, this one included. Throws
  /// std::invalid_argument for vectors of another length than the slots, and for update 0.
  void step(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t updates);

  std::span<Slot> slots() { return slots_; }

 protected:
  Optimizer(std::initializer_list<const char*> names, size_t parameters);

  Real* slot(size_t i) { return slots_[i].values.data(); }

 private:
  /// step() after the checks. One pass over memory.
  virtual void move(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t updates) = 0;

  std::vector<Slot> slots_;
};

/// Decoupled weight decay: before a step, subtracts `share` of each value, times the learning rate (Loshchilov & Hutter
/// 2019, "Decoupled weight decay regularization", algorithm 1).
void decay_weights(std::span<Real> values, Real rate, Real share);

}  // namespace tapehead::inline TAPEHEAD_REAL
