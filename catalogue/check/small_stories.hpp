#pragma once
// Stories small enough for differences: what models that read stories are checked on.

#include "tasks/batch/batch.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Of 9 words, sentences of at most 3, stories of at most 4 statements.
Spec small_story_spec();

/// Two whole stories: four statements with two questions, of which the first is asked after two; and one statement,
/// with one question. Their words live as long as the program.
Batch small_story_batch();

}  // namespace tapehead::inline TAPEHEAD_REAL
