#pragma once
// A problem on tokens as a task.

#include <string>

#include "tasks/data/problems/problem.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ProblemTaskSettings {
  Problem problem;
  std::string name;  ///< of the problem and what its lengths depend on, for errors
  size_t min_length = 1, max_length = 40;
  bool rests = true;         ///< there are silent steps: they show a token of their own, the last, called "_"
  std::string eval_lengths;  ///< as typed: "10,20,41..500:51"
  std::optional<Task::ScoredRange> scored_range{};
  bool answers_last = false;  ///< Spec::answers_last
};

/// Each step shows a token or is silent ("·"), and asks for a class or nothing:
///
///     reverse-string    input   0 1 1 · · ·   (tokens)        stack-manipulation    input   0 1 POP · · · ·
///                       target  - - - 1 1 0   (classes)                             target  - - -   0 2 - -
///
/// A shape is {length}, uniform over its limits.
class ProblemTask final : public Task {
 public:
  static constexpr size_t kMostLength = 1000000;  ///< of the option, which a problem may narrow

  /// Throws InputError for min_length > max_length, and for lengths that the problem does not have.
  explicit ProblemTask(ProblemTaskSettings settings);

  Spec spec() const override {
    const Spec spec =
        Spec::of_tokens(settings_.problem.tokens.size() + settings_.rests, settings_.problem.classes.size());
    return settings_.answers_last ? spec.answered_last() : spec;
  }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_length < settings_.max_length; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {{{"task.length", settings_.eval_lengths}}}; }
  std::optional<ScoredRange> scored_range() const override { return settings_.scored_range; }
  size_t must_hold() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;
  std::string token_name(uint32_t token) const override {
    return token == silence() ? std::string(kSilentStep) : settings_.problem.tokens.at(token);
  }
  std::string class_name(uint32_t token) const override { return settings_.problem.classes.at(token); }

 private:
  uint32_t silence() const {
    return settings_.rests ? static_cast<uint32_t>(settings_.problem.tokens.size()) : kNoToken;
  }

  ProblemTaskSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
