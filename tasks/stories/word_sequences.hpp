#pragma once
// Stories as sequences of words, for models that read step by step.

#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Another task's stories word by word (Graves et al. 2016, "Hybrid computing using a neural network with dynamic
/// external memory", Methods, "bAbI question-answering"): the statements, each ended by a '.'; each question in its
/// place, ended by a '?'; and then a '-' for each word of its answer, where that word is the target. Answers are never
/// shown.
///
///     input   mary took the milk . where is the milk ? -       mary dropped …
///     target                                           kitchen
///
/// A step's input is a token: one of the corpus' words, or after them '.', '?' or '-'; kNoToken for a word that the
/// corpus lacks. Its target is a class among the corpus' words; an answer outside of them has no target and is always
/// wrong. Shorter stories are padded with silent steps at their end.
class WordSequences final : public Task {
 public:
  /// The inputs that are no words: the end of a statement, of a question, and a place for an answer's word.
  static constexpr std::array<std::string_view, 3> kMarks{".", "?", "-"};

  /// Throws std::invalid_argument for a task without stories.
  explicit WordSequences(std::unique_ptr<Task> stories);

  Spec spec() const override;
  Shape shape(Stream& draw, Reach reach) const override { return stories_->shape(draw, reach); }
  bool has_sizes() const override { return stories_->has_sizes(); }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  /// Lays out any stories in that form; they must be of the same corpus.
  void lay_out(std::span<const StoryView> stories, Batch& batch) const;
  EvalGrid eval_grid() const override { return stories_->eval_grid(); }
  size_t must_hold() const override { return stories_->must_hold(); }
  size_t episodes(Split split, size_t group) const override { return stories_->episodes(split, group); }
  Groups groups() const override { return stories_->groups(); }
  /// A line for each statement and question; after a question the right answer and the model's.
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  std::unique_ptr<Task> stories_;
  std::shared_ptr<const Corpus> corpus_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
