#pragma once
// What a batch is: episodes side by side, in named streams, each padded to its longest episode; and what is scored.

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/batch/spec.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A word as a token; the unknown one is none.
inline uint32_t token_of(Word word) { return word == kUnknownWord ? kNoToken : word; }

/// Input streams and a target may be of different lengths. Reused from step to step: resize() keeps the memory. Where
/// the episodes are stories, a step of the target is a question.
struct Batch {
  size_t episodes = 0;
  bool joined_answers = false;  ///< scored steps in a row are the words of one answer, wrong if one of them is
  std::vector<BatchStream> inputs;
  BatchStream target;
  std::vector<uint32_t> aligned;  ///< the source step that a target's token comes from, kNoToken: none; target.steps an
                                  ///< episode, or empty: nobody knows
  std::vector<Box> boxes;    ///< what of the picture a step of the target tells of, empty: nothing that has a place;
                             ///< target.steps an episode, or no boxes: nobody knows
  AlignedVector<Real> mask;  ///< 1 where an output is scored, 0 elsewhere and in the padding: scored_rows() a step

  /// The streams of a task, all of so many steps; zeros, no tokens, nothing scored.
  void resize(const Spec& spec, size_t steps, size_t episode_count) {
    episodes = episode_count;
    joined_answers = false;
    aligned.clear();
    boxes.clear();
    inputs.resize(spec.input_count);
    for (size_t i = 0; i < spec.input_count; ++i) inputs[i].resize(spec.inputs()[i], steps, episodes);
    resize_target(spec.target, steps);
  }
  /// Another number of steps for the target alone.
  void resize_target(const StreamShape& shape, size_t steps) {
    target.resize(shape, steps, episodes);
    mask.assign(scored_rows() * steps * episodes, 0);
  }

  Scoring scoring() const { return scoring_of(target.shape); }
  size_t features() const { return inputs[0].width(); }  ///< of the first input; 0: it is stories
  size_t outputs() const { return target.width(); }
  size_t steps() const { return target.steps; }
  /// Rows of the mask: each bit is scored by itself, a class as one, and so is each digit.
  size_t scored_rows() const {
    const Scoring how = scoring();
    return how == Scoring::kClasses ? 1 : how == Scoring::kDigits ? target.shape.layout.height : outputs();
  }

  /// The input of that name. Throws std::out_of_range.
  const BatchStream& input(std::string_view name) const {
    for (const BatchStream& stream : inputs)
      if (stream.shape.name == name) return stream;
    throw std::out_of_range("batch: no input stream is called " + std::string(name));
  }
  /// Whether the episodes are stories, and those.
  bool tells_stories() const { return !inputs.empty() && inputs[0].shape.kind == StreamKind::kStories; }
  const std::vector<StoryView>& stories() const { return inputs[0].stories; }

  // The first input's step, where it is real-valued.
  Real* input(size_t episode, size_t step) { return inputs[0].at(episode, step); }
  const Real* input(size_t episode, size_t step) const { return inputs[0].at(episode, step); }

  Real* scored(size_t episode, size_t step) { return mask.data() + (episode * steps() + step) * scored_rows(); }
  const Real* scored(size_t episode, size_t step) const {
    return mask.data() + (episode * steps() + step) * scored_rows();
  }

  /// Puts the next episode's story into the first input.
  void tell(const StoryView& story) {
    BatchStream& told = inputs[0];
    told.lengths[told.stories.size()] = static_cast<uint32_t>(story.statements.size());
    told.steps = std::max(told.steps, story.statements.size());
    told.stories.push_back(story);
  }

  /// Asks for a class at a step; kNoToken: for one that is none of them, which costs nothing and is always wrong.
  void ask(size_t episode, size_t step, uint32_t right) {
    target.token(episode, step) = right;
    *scored(episode, step) = 1;
  }

  /// How many answers are scored in all: bits, classes or digits.
  size_t answers() const {
    return static_cast<size_t>(std::count_if(mask.begin(), mask.end(), [](Real m) { return m != 0; }));
  }

  /// Whether any episode is scored at this step.
  bool any_scored(size_t step) const {
    for (size_t b = 0; b < episodes; ++b)
      if (std::any_of(scored(b, step), scored(b, step) + scored_rows(), [](Real m) { return m != 0; })) return true;
    return false;
  }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
