#pragma once
// Tasks whose inputs depend on earlier answers.

#include <span>

#include "autodiff/base/random.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A task whose episodes depend on the answers given; sample() fills in the episode of the right answers.
class Reacting {
 public:
  virtual ~Reacting() = default;

  /// A model's answers in an episode: `logits` are outputs×steps.size(), at the episode's place in the batch.
  struct Given {
    Window<const Real> logits;
    size_t item;
    std::span<const uint32_t> steps;  ///< of the batch
  };
  /// Rewrites the episode for these answers: each step shows the result of the one before and has the target that is
  /// then right. An answer is used with probability `share`, by one number from `draw` a step; otherwise the right one
  /// is, as by a teacher (Ross, Gordon & Bagnell 2011, DAgger). Returns whether anything changed: then the model has
  /// not answered this episode yet and must be run again, until it is shown what it answered.
  virtual bool react(const Given& given, double share, Stream draw, Batch& batch, size_t episode) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
