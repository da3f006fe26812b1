#include "tasks/digits_judge.hpp"

#include <algorithm>

#include "tasks/answers_score.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

AnswerCount DigitsJudge::count(const Paper& paper) const {
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

Score DigitsJudge::score() const { return answers_score(marks_); }

std::optional<Metric> DigitsJudge::in_training(const AnswerCount& sums) const { return answers_error(sums); }

}  // namespace tapehead::inline TAPEHEAD_REAL
