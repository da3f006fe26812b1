#pragma once
// The score of a language model.

#include "tasks/judges/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Metrics: "bits" a window, "bits_median" and "bits_max"; over all predicted tokens "bits_token" (the perplexity is 2
/// to it), "nats" a token, and "error" (not the most probable, %); "perfect" and "solved" windows.
Score text_score(const Marks& marks);

}  // namespace tapehead::inline TAPEHEAD_REAL
