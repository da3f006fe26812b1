#pragma once
// The interface of memories.

#include <span>

#include "autodiff/base/footprint.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/recurrent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The beginning of the state of every memory with reads.
struct MemoryState {
  TAPEHEAD_VALUES(reads);  ///< what was read last, reads()×1
};

/// A memory gets one vector of controls a step, which the model computes from the controller's output by an affine
/// layer, and returns what its heads read, one below the other: reads()×1. The last reads, initial ones included, are
/// the first value of its state (MemoryState), so that whoever continues from a state has them; where reads() is 0
/// there are none, and a step has no output.
class Memory : public Recurrent {
 public:
  virtual size_t controls() const = 0;  ///< length of the control vector; 0: no heads
  virtual size_t reads() const = 0;     ///< rows of all reads together

  /// How many numbers a step writes for one episode, about: it decides how many episodes share a processor's cache, and
  /// how many steps a tape.
  virtual size_t cost() const = 0;

  /// A lower bound on an episode's memory. Without one nothing is checked in advance, and a run with a memory too large
  /// for the machine dies midway.
  virtual Footprint footprint() const { return {}; }

  /// Adds the starting biases of the controls to `biases` (controls() long).
  virtual void add_start_biases(std::span<Real> biases) const = 0;
};

// The views that most memories use.
inline constexpr View kMemoryView = View{"slot", "component"}.called("Memory");
inline constexpr View kReadView = kVector.called("what is read");
inline constexpr View kAddView = kVector.called("what is added");
inline constexpr View kEraseView{"component", "head", 0, 1, "what is erased"};
inline constexpr View kUsageView = View{"slot", ""}.called("Usage");
inline constexpr View kStrengthsView{"entry", "head", 0, 1};

}  // namespace tapehead::inline TAPEHEAD_REAL
