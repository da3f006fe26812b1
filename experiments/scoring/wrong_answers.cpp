#include "experiments/scoring/wrong_answers.hpp"

#include <algorithm>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

bool is_wrong_class(const Real* logit, const Real* target, size_t classes) {
  return target[std::max_element(logit, logit + classes) - logit] < Real(0.5);
}

AnswerCount count_bits(Window<const Real> logits, const Answers& answers, const Batch& batch, size_t episode) {
  AnswerCount count;
  for (size_t i = 0; i < answers.steps.size(); ++i) {
    const Real* logit = logits.column(episode, i);
    const Real* target = batch.target(episode, answers.steps[i]);
    const Real* scored = batch.scored(episode, answers.steps[i]);
    for (size_t r = 0; r < batch.outputs; ++r) {
      count.answers += scored[r] != 0;
      count.wrong += scored[r] != 0 && (logit[r] > 0) != (target[r] > Real(0.5));
    }
  }
  return count;
}

/// Where a batch's answers are joined, the words of one count once.
AnswerCount count_classes(Window<const Real> logits, const Answers& answers, const Batch& batch, size_t episode) {
  AnswerCount count;
  bool answer_is_wrong = false;
  int64_t last = -2;  // the last step that was scored
  for (size_t i = 0; i < answers.steps.size(); ++i) {
    const uint32_t step = answers.steps[i];
    if (batch.scored(episode, step)[0] == 0) continue;
    const bool goes_on = batch.joined_answers && step == last + 1;
    const bool wrong = is_wrong_class(logits.column(episode, i), batch.target(episode, step), batch.outputs);
    count.answers += !goes_on;
    count.wrong += wrong && !(goes_on && answer_is_wrong);
    answer_is_wrong = wrong || (goes_on && answer_is_wrong);
    last = step;
  }
  return count;
}

}  // namespace

AnswerCount count_answers(const Answers& answers, const Batch& batch, size_t episode) {
  if (answers.steps.empty()) return {};
  const auto logits = answers.logits.tape->value(answers.logits);
  return batch.scoring == Scoring::kClasses ? count_classes(logits, answers, batch, episode)
                                            : count_bits(logits, answers, batch, episode);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
