#include "tasks/classes_judge.hpp"

#include <fmt/format.h>

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

Score ClassesJudge::score() const {
  const double bits = marks_.bits(), error = 100 * marks_.wrong / marks_.answers, solved = marks_.each(marks_.solved);
  return {{{"bits", bits}, {"error", error}, {"solved", solved}},
          "bits",
          "error",
          marks_.each(marks_.wrong),
          marks_.episodes,
          fmt::format("{:12.5g} bits {:.4g} % of the answers wrong, {:.1f} % solved", bits, error, 100 * solved),
          fmt::format("{:.4g} % wrong", error)};
}

std::optional<Metric> ClassesJudge::in_training(const AnswerCount& sums) const {
  return Metric{"error", 100 * sums.wrong / std::max(sums.answers, 1.0)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
