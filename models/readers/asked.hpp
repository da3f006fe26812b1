#pragma once
// The questions of a batch of stories one by one, for models that answer each from all statements before it.

#include <span>

#include "autodiff/tape/state.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A question and the statements before it.
struct Asked {
  std::span<const Sentence> known;  ///< in order, the newest last
  const Question* question;         ///< nullptr where an episode has fewer questions than another of the batch
};

/// The most questions of an episode.
size_t most_questions(const Batch& batch);

/// The questions of episodes first … first + context.batch − 1: most_questions() for each, episode after episode.
std::span<const Asked> asked_questions(const Context& context, const Batch& batch, size_t first);

/// The last question of each of these episodes, as it is after the first `steps` statements.
std::span<const Asked> asked_after(const Context& context, const Batch& batch, size_t first, size_t steps);

/// The answers to asked_questions(), from logits with one item for each of them (outputs×1×questions).
Answers answers_of(const Context& context, const Batch& batch, Var logits);

}  // namespace tapehead::inline TAPEHEAD_REAL
