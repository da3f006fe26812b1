#include "tasks/classes_judge.hpp"

#include <fmt/format.h>

#include "tasks/text/percent.hpp"

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

Score ClassesJudge::score() const {
  Score score;
  const double bits = marks_.bits(), error = 100 * marks_.wrong / marks_.answers;
  score.metrics = {{"bits", bits}};
  for (const Metric& metric : marks_.spread()) score.metrics.push_back(metric);
  score.goal = "bits";
  score.mistakes = "error";
  score.wrong = marks_.mean(marks_.wrong);
  score.episodes = marks_.episodes();
  score.perfect = marks_.perfect();
  score.each = marks_.each;
  score.metrics.push_back({"error", error});
  for (const Metric& metric : pointing_.metrics()) score.metrics.push_back(metric);
  score.metrics.push_back({"perfect", static_cast<double>(score.perfect), true});
  score.metrics.push_back({"solved", marks_.solved()});
  const std::string wrong = percent(marks_.wrong, marks_.answers, 2);
  score.text = fmt::format("{:12.5g} bits {} of the answers wrong, {} without an error", bits, wrong,
                           share_of(score.perfect, score.episodes)) +
               pointing_.text();
  score.brief = wrong + " wrong";
  return score;
}

std::optional<Metric> ClassesJudge::in_training(const AnswerCount& sums) const {
  return Metric{"error", 100 * sums.wrong / std::max(sums.answers, 1.0)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
