#pragma once
// Sources and answers small enough for differences: what models that say answers are checked on.

#include "tasks/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Sources of 5 kinds of tokens, answers of 4.
Spec small_answer_spec();

/// Two episodes: four tokens that are answered by two and the end, and two that are answered by three and the end.
Batch small_answer_batch();

}  // namespace tapehead::inline TAPEHEAD_REAL
