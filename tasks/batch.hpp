#pragma once
// What a batch is: episodes side by side, padded to one number of steps, with masks that say what is scored.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "autodiff/base/aligned.hpp"
#include "autodiff/real.hpp"
#include "tasks/text/story_set.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What the outputs of a step are, and so how they are scored.
enum class Scoring {
  kBits,     ///< bits, each by itself: cross-entropy with the logistic function
  kClasses,  ///< one class of so many: cross-entropy with the softmax; a target is one-hot, its mask 1 in all rows
};

/// Inputs are features×steps for each episode, targets and mask outputs×steps; column-major, one episode after the
/// other. Reused from step to step: resize() keeps the memory. Where the episodes are stories there are no features:
/// `stories` has one for each, and a step is a question.
struct Batch {
  size_t features = 0, outputs = 0, steps = 0, episodes = 0;
  Scoring scoring = Scoring::kBits;
  bool joined_answers = false;  ///< scored steps in a row are the words of one answer, wrong if one of them is
  std::vector<StoryView> stories;
  AlignedVector<Real> inputs, targets, mask;  ///< mask: 1 where an output is scored, 0 elsewhere and in the padding

  /// Shapes the batch and fills it with zeros.
  void resize(size_t feature_count, size_t output_count, size_t step_count, size_t episode_count,
              Scoring how = Scoring::kBits) {
    scoring = how;
    joined_answers = false;
    stories.clear();
    features = feature_count;
    outputs = output_count;
    steps = step_count;
    episodes = episode_count;
    inputs.assign(features * steps * episodes, 0);
    targets.assign(outputs * steps * episodes, 0);
    mask.assign(outputs * steps * episodes, 0);
  }

  Real* input(size_t episode, size_t step) { return inputs.data() + (episode * steps + step) * features; }
  Real* target(size_t episode, size_t step) { return targets.data() + (episode * steps + step) * outputs; }
  Real* scored(size_t episode, size_t step) { return mask.data() + (episode * steps + step) * outputs; }
  const Real* input(size_t episode, size_t step) const { return inputs.data() + (episode * steps + step) * features; }
  const Real* target(size_t episode, size_t step) const { return targets.data() + (episode * steps + step) * outputs; }
  const Real* scored(size_t episode, size_t step) const { return mask.data() + (episode * steps + step) * outputs; }

  /// How many answers are scored in all: bits, or of classes one a step.
  size_t answers() const {
    const auto scored = static_cast<size_t>(std::count_if(mask.begin(), mask.end(), [](Real m) { return m != 0; }));
    return scoring == Scoring::kClasses ? scored / outputs : scored;
  }

  /// Whether any episode is scored at this step.
  bool any_scored(size_t step) const {
    for (size_t b = 0; b < episodes; ++b)
      if (std::any_of(scored(b, step), scored(b, step) + outputs, [](Real m) { return m != 0; })) return true;
    return false;
  }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
