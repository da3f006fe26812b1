#pragma once
// The interface of optimisers.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/extent.hpp"
#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An optimiser keeps vectors of the parameters' length ("slots"), which a checkpoint saves by name. They start as
/// zeros; as long as they are, and the gradient is, an update changes nothing.
class Optimizer {
 public:
  struct Slot {
    std::string name;
    AlignedVector<Real> values;
    /// Whether they are means of squares, which are never below 0.
    bool squares() const { return name == kSquare; }
  };

  virtual ~Optimizer() = default;

  /// What an update is the same in for all elements.
  struct Pace {
    Real rate;
    uint64_t updates;                         ///< from 1, this one included
    Real mean_factor = 1, square_factor = 1;  ///< what corrects running means for their start at zero
  };
  /// Throws std::invalid_argument for update 0.
  Pace pace(Real rate, uint64_t updates) const;

  /// Updates `values` from `gradient` with the given learning rate; `updates` counts from 1, this one included. Throws
  /// std::invalid_argument for vectors of another length than the slots, and for update 0.
  void step(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t updates);
  /// The same for those elements alone, each to the same bits; `values` and `gradient` are theirs.
  void step(Extent where, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) {
    move(where.first, values, gradient, pace);
  }

  std::span<Slot> slots() { return slots_; }

 protected:
  static constexpr const char* kSquare = "square";

  Optimizer(std::initializer_list<const char*> names, size_t parameters);

  Real* slot(size_t i, size_t first) { return slots_[i].values.data() + first; }

 private:
  /// Fills in the factors of a pace.
  virtual void correct(Pace&) const {}
  /// step() after the checks, of the elements from `first` on. One pass over memory.
  virtual void move(size_t first, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) = 0;

  std::vector<Slot> slots_;
};

/// Decoupled weight decay: before a step, subtracts `share` of each value, times the learning rate (Loshchilov & Hutter
/// 2019, "Decoupled weight decay regularization", algorithm 1).
void decay_weights(std::span<Real> values, Real rate, Real share);

}  // namespace tapehead::inline TAPEHEAD_REAL
