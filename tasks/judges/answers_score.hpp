#pragma once
// The score of answers that are right or wrong.

#include <span>
#include <string>

#include "tasks/judges/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// "bits" a sequence, "bits_median" and "bits_max" (of the median and the most expensive sequence), "error" (wrong
/// answers in per cent), then `more`, then "perfect" and "solved" (the number and share of sequences without a wrong
/// answer). `more_text` is appended to the text.
Score answers_score(const Marks& marks, std::span<const Metric> more = {}, const std::string& more_text = "");

/// The metric of such answers in training.
inline Metric answers_error(const AnswerCount& sums) {
  return {"error", 100 * sums.wrong / std::max(sums.answers, 1.0)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
