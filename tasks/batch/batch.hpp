#pragma once
// A batch: episodes side by side, in named streams, each padded to its longest episode; and a mask of what is scored.

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/batch/spec.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A word as a token; kNoToken for an unknown word.
inline uint32_t token_of(Word word) { return word == kUnknownWord ? kNoToken : word; }

/// Input streams and target may differ in length. Reused from step to step: resize() keeps the memory. Where the
/// episodes are stories, a step of the target is a question.
struct Batch {
  size_t episodes = 0;
  bool answers_last = false;    ///< as the spec's
  bool joined_answers = false;  ///< consecutive scored steps are the words of one answer, wrong if any word is
  std::vector<BatchStream> inputs;
  BatchStream target;
  std::vector<uint32_t> aligned;  ///< for each target token the source step it comes from, kNoToken: none; target.steps
                                  ///< an episode; empty: unknown
  std::vector<Box> boxes;         ///< for each target step the part of the picture it tells of, an empty box: none;
                                  ///< target.steps an episode; no boxes: unknown
  AlignedVector<Real> mask;       ///< 1 where an output is scored, else 0, also in the padding: scored_rows() a step

  /// Sets up the streams of a task with `steps` steps; zeros, no tokens, nothing scored.
  void resize(const Spec& spec, size_t steps, size_t episode_count) {
    episodes = episode_count;
    answers_last = spec.answers_last;
    joined_answers = false;
    aligned.clear();
    boxes.clear();
    inputs.resize(spec.input_count);
    for (size_t i = 0; i < spec.input_count; ++i) inputs[i].resize(spec.inputs()[i], steps, episodes);
    resize_target(spec.target, steps);
  }
  /// Gives the target alone another number of steps.
  void resize_target(const StreamShape& shape, size_t steps) {
    target.resize(shape, steps, episodes);
    mask.assign(scored_rows() * steps * episodes, 0);
  }

  Scoring scoring() const { return scoring_of(target.shape); }
  size_t features() const { return inputs[0].width(); }  ///< of the first input; 0 for stories
  size_t outputs() const { return target.width(); }
  size_t steps() const { return target.steps; }
  /// Rows of the mask: one for each bit, one for a class, one for each digit.
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
  /// Whether the episodes are stories, and those stories.
  bool tells_stories() const { return !inputs.empty() && inputs[0].shape.kind == StreamKind::kStories; }
  const std::vector<StoryView>& stories() const { return inputs[0].stories; }

  // A step of the first input, which must be real-valued.
  Real* input(size_t episode, size_t step) { return inputs[0].at(episode, step); }
  const Real* input(size_t episode, size_t step) const { return inputs[0].at(episode, step); }

  Real* scored(size_t episode, size_t step) { return mask.data() + (episode * steps() + step) * scored_rows(); }
  const Real* scored(size_t episode, size_t step) const {
    return mask.data() + (episode * steps() + step) * scored_rows();
  }

  /// Appends the next episode's story to the first input.
  void tell(const StoryView& story) {
    BatchStream& told = inputs[0];
    told.lengths[told.stories.size()] = static_cast<uint32_t>(story.statements.size());
    told.steps = std::max(told.steps, story.statements.size());
    told.stories.push_back(story);
  }

  /// Asks for a class at a step; kNoToken: for a class outside the vocabulary, which costs nothing and is always wrong.
  void ask(size_t episode, size_t step, uint32_t right) {
    target.token(episode, step) = right;
    *scored(episode, step) = 1;
  }

  /// The number of scored answers: bits, classes or digits.
  size_t answers() const {
    return static_cast<size_t>(std::count_if(mask.begin(), mask.end(), [](Real m) { return m != 0; }));
  }

  /// The step at which an episode's answer begins: its first scored step, or where nothing is scored, the one after its
  /// last.
  size_t answer_begins(size_t episode) const {
    size_t step = 0;
    const size_t end = inputs[0].lengths[episode];
    while (step < end &&
           std::all_of(scored(episode, step), scored(episode, step) + scored_rows(), [](Real m) { return m == 0; }))
      ++step;
    return step;
  }

  /// Whether any episode is scored at this step.
  bool any_scored(size_t step) const {
    for (size_t b = 0; b < episodes; ++b)
      if (std::any_of(scored(b, step), scored(b, step) + scored_rows(), [](Real m) { return m != 0; })) return true;
    return false;
  }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
