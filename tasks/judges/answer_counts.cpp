#include "tasks/judges/answer_counts.hpp"

#include <algorithm>

#include "autodiff/base/lanes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Whether another class is likelier, or as likely and comes before.
bool is_wrong(const Real* logit, uint32_t right, size_t classes) {
  const Real most = largest(logit, classes);
  return right >= classes || !(logit[right] == most) || std::find(logit, logit + right, most) != logit + right;
}

}  // namespace

AnswerCount count_classes(const Paper& paper) {
  const Batch& batch = paper.batch;
  AnswerCount counted;
  bool answer_is_wrong = false;
  int64_t last = -2;  // the last step that was scored
  for (size_t i = 0; i < paper.steps.size(); ++i) {
    const uint32_t step = paper.steps[i];
    if (batch.scored(paper.episode, step)[0] == 0) continue;
    const bool goes_on = batch.joined_answers && step == last + 1;
    const bool wrong =
        is_wrong(paper.logits.column(paper.episode, i), batch.target.token(paper.episode, step), batch.outputs());
    counted.answers += !goes_on;
    counted.wrong += wrong && !(goes_on && answer_is_wrong);
    answer_is_wrong = wrong || (goes_on && answer_is_wrong);
    last = step;
  }
  return counted;
}

AnswerCount count_digits(const Paper& paper) {
  const Batch& batch = paper.batch;
  const size_t places = batch.scored_rows(), kinds = batch.target.shape.layout.channels;
  const auto likeliest = [&](const Real* of) { return std::max_element(of, of + kinds) - of; };
  AnswerCount counted;
  for (size_t i = 0; i < paper.steps.size(); ++i) {
    const uint32_t step = paper.steps[i];
    const Real *const logits = paper.logits.column(paper.episode, i),
                      *const right = batch.target.at(paper.episode, step),
                      *const scored = batch.scored(paper.episode, step);
    bool asked = false, wrong = false;
    for (size_t p = 0; p < places; ++p) {
      if (scored[p] == 0) continue;
      asked = true;
      wrong = wrong || likeliest(logits + p * kinds) != likeliest(right + p * kinds);
    }
    counted.answers += asked;
    counted.wrong += wrong;
  }
  return counted;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
