#pragma once
// What judges of answers that are right or wrong tell.

#include <span>
#include <string>

#include "tasks/judges/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// "bits" a sequence, "bits_median" and "bits_max" (of the typical and the dearest), "error" (wrong answers in a
/// hundred), then `more`, then "perfect" and "solved" (how many sequences have no wrong answer, and their share).
/// `more_text` ends what people are told.
Score answers_score(const Marks& marks, std::span<const Metric> more = {}, const std::string& more_text = "");

/// What training tells of such answers.
inline Metric answers_error(const AnswerCount& sums) {
  return {"error", 100 * sums.wrong / std::max(sums.answers, 1.0)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
