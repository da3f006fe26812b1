#include "tasks/classes_judge.hpp"

#include <algorithm>

#include "tasks/answers_score.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

bool is_wrong(const Real* logit, uint32_t right, size_t classes) {
  return std::max_element(logit, logit + classes) - logit != right;
}

}  // namespace

AnswerCount ClassesJudge::count(const Paper& paper) const {
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

void ClassesJudge::mark(const Paper& paper) {
  marks_.add(paper.nats, count(paper));
  pointing_.add(paper);
}

void ClassesJudge::add(const Judge& later) {
  const auto& other = dynamic_cast<const ClassesJudge&>(later);
  marks_.add(other.marks_);
  pointing_.add(other.pointing_);
}

Score ClassesJudge::score() const { return answers_score(marks_, pointing_.metrics(), pointing_.text()); }

std::optional<Metric> ClassesJudge::in_training(const AnswerCount& sums) const { return answers_error(sums); }

}  // namespace tapehead::inline TAPEHEAD_REAL
