#pragma once
// The questions of a batch of stories, one by one, for models that answer each from all that was said before it.

#include <span>

#include "autodiff/tape/state.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A question and what is known when it is asked.
struct Asked {
  std::span<const Sentence> known;  ///< the statements before it, the newest last
  const Question* question;         ///< nullptr where an episode has fewer questions than another of the batch
};

/// Of the episode that has most.
size_t most_questions(const Batch& batch);

/// The questions of episodes first … first + context.batch − 1: most_questions() of each, episode after episode.
std::span<const Asked> asked_questions(const Context& context, const Batch& batch, size_t first);

/// The answers to asked_questions(), from logits of one column for each of them as items of their own
/// (outputs×1×questions).
Answers answers_of(const Context& context, const Batch& batch, Var logits);

}  // namespace tapehead::inline TAPEHEAD_REAL
