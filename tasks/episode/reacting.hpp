#pragma once
// What a task shows depends on what was answered before.

#include <span>

#include "autodiff/base/random.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A task whose episodes go on from the answers that were given: sample() gives them as they go on from the right ones.
class Reacting {
 public:
  virtual ~Reacting() = default;

  /// What a model answered in an episode: `logits` are outputs×steps.size(), of the episode's place in them.
  struct Given {
    Window<const Real> logits;
    size_t item;
    std::span<const uint32_t> steps;  ///< of the batch
  };
  /// Makes the episode go on from these answers: each step shows what came of the one before, and asks for what is then
  /// right. An answer counts with probability `share`, the numbers drawn from `draw`, a step each; else the right one
  /// is taken, as a teacher would (Ross, Gordon & Bagnell 2011, DAgger). Gives whether anything is other than before:
  /// then the model has not answered this episode yet, and it is asked again, until what it is shown is what it
  /// answered.
  virtual bool react(const Given& given, double share, Stream draw, Batch& batch, size_t episode) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
