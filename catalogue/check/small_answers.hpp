#pragma once
// Sources and answers small enough for gradient checks of models that generate answers, or classify.

#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Sources of 5 kinds of tokens, answers of 4.
Spec small_answer_spec();

/// Two episodes: four tokens with an answer of two and kEnd, and two tokens with an answer of three and kEnd.
Batch small_answer_batch();

/// Pictures of 4 lines of 6 pixels with 2 channels, with the same answers.
Spec small_caption_spec();
Batch small_caption_batch();

/// The same tokens, or pictures, with one of 3 classes as target: for a sequence at its last step.
Spec small_class_spec();
Batch small_class_batch();
Spec small_picture_spec();
Batch small_picture_batch();

}  // namespace tapehead::inline TAPEHEAD_REAL
