#pragma once
// Sources and answers small enough for differences: what models that say answers, or a class, are checked on.

#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Sources of 5 kinds of tokens, answers of 4.
Spec small_answer_spec();

/// Two episodes: four tokens that are answered by two and the end, and two that are answered by three and the end.
Batch small_answer_batch();

/// Pictures of 4 lines of 6 pixels of 2 channels, of which the same is said.
Spec small_caption_spec();
Batch small_caption_batch();

/// Of the same tokens, or pictures, one of 3 classes is asked for: a sequence's at its last step.
Spec small_class_spec();
Batch small_class_batch();
Spec small_picture_spec();
Batch small_picture_batch();

}  // namespace tapehead::inline TAPEHEAD_REAL
