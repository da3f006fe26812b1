#pragma once
// What a model was asked in an episode, and what of it it got wrong.

#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct AnswerCount {
  double answers = 0, wrong = 0;
};

/// Bits one by one (1 where the logit is above 0), or answers of classes (the first most probable one), of which the
/// words count once where a batch joins them. `episode`: of the answers' tape and of the batch.
AnswerCount count_answers(const Answers& answers, const Batch& batch, size_t episode);

}  // namespace tapehead::inline TAPEHEAD_REAL
