#pragma once
// Answers as text.

#include <string>

#include "tasks/batch/batch.hpp"
#include "tasks/data/sequences/wording.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Lines "source", "target", where it is aligned "from" (the source step of each token, from 1), and, where there are
/// answers, those of answer_text().
std::string shown_answer(const Batch& batch, size_t episode, const Wording& wording, const Real* answers);

/// The line "target".
std::string target_text(const Batch& batch, size_t episode, const Wording& wording);

/// For `answers` (outputs×steps, probabilities) the line "answer": the most probable token at each step with teacher
/// forcing, up to the first end; and the probability of the whole target.
std::string answer_text(const Batch& batch, size_t episode, const Wording& wording, const Real* answers);

/// The most probable token at each step of an episode.
std::vector<uint32_t> most_probable(const Batch& batch, size_t episode, const Real* answers);

}  // namespace tapehead::inline TAPEHEAD_REAL
