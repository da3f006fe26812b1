#pragma once
// Stories small enough for gradient checks of models that read stories.

#include "tasks/batch/batch.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// 9 words, sentences of at most 3, stories of at most 4 statements.
Spec small_story_spec();

/// Two whole stories: four statements with two questions, the first of them after two statements; and one statement
/// with one question. Their words live as long as the program.
Batch small_story_batch();

}  // namespace tapehead::inline TAPEHEAD_REAL
