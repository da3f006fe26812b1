#pragma once
// What remembers.

#include <span>

#include "autodiff/base/footprint.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/recurrent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What the state of every memory that is read begins with.
struct MemoryState {
  TAPEHEAD_VALUES(reads);  ///< what was read last, reads()×1
};

/// A memory is steered by one vector of controls a step, which the model makes from the controller's output by one
/// affine layer, and gives back what its heads read, one below the other: reads()×1. What was read last, at first too,
/// is the first value of its state (MemoryState), so that whoever goes on with a state has it; where reads() is 0 there
/// is none, and a step has no output.
class Memory : public Recurrent {
 public:
  virtual size_t controls() const = 0;  ///< length of the control vector; 0: nothing to steer
  virtual size_t reads() const = 0;     ///< rows of all reads together

  /// Numbers that a step writes anew for one episode, about: by them it is decided how many episodes share a
  /// processor's cache, and how many steps a tape.
  virtual size_t cost() const = 0;

  /// What an episode takes at least. Where nothing is said nothing is foreseen, and a memory larger than the machine's
  /// fails in the middle.
  virtual Footprint footprint() const { return {}; }

  /// Adds what the controls' biases start at to `biases` (controls() long).
  virtual void add_start_biases(std::span<Real> biases) const = 0;
};

// How what most memories have is watched.
inline constexpr View kMemoryView = View{"slot", "component"}.called("Memory");
inline constexpr View kReadView = kVector.called("what is read");
inline constexpr View kAddView = kVector.called("what is added");
inline constexpr View kEraseView{"component", "head", 0, 1, "what is erased"};
inline constexpr View kUsageView = View{"slot", ""}.called("Usage");
inline constexpr View kStrengthsView{"entry", "head", 0, 1};

}  // namespace tapehead::inline TAPEHEAD_REAL
