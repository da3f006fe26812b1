#pragma once
// How well a text's tokens are foretold.

#include "tasks/judges/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Metrics: "bits" a window, "bits_median" and "bits_max"; over all tokens that were asked for "bits_token" (the
/// perplexity is 2 to it), "nats" a token, and "error" (not the most probable, in a hundred); "perfect" and "solved"
/// windows.
Score text_score(const Marks& marks);

}  // namespace tapehead::inline TAPEHEAD_REAL
