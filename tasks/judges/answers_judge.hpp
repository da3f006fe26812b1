#pragma once
// Judges answers that are right or wrong.

#include <typeinfo>

#include "tasks/judges/answers_score.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// `counts` counts an episode's wrong answers (tasks/judges/answer_counts.hpp); `tells` makes the score of all of them,
/// by default answers_score().
class AnswersJudge final : public Judge {
 public:
  using Count = AnswerCount (*)(const Paper& paper);
  using Tell = Score (*)(const Marks& marks);

  explicit AnswersJudge(
      Count counts, Tell tells = [](const Marks& marks) { return answers_score(marks); })
      : count_(counts), tell_(tells) {}

  void mark(const Paper& paper) override { marks_.add(paper.nats, count_(paper)); }
  void add(const Judge& later) override {
    const auto& other = dynamic_cast<const AnswersJudge&>(later);
    if (other.count_ != count_) throw std::bad_cast();
    marks_.add(other.marks_);
  }
  Score score() const override { return tell_(marks_); }
  std::string_view goal(bool) const override { return "bits"; }
  AnswerCount count(const Paper& paper) const override { return count_(paper); }
  std::optional<Metric> in_training(const AnswerCount& sums) const override { return answers_error(sums); }

 private:
  Count count_;
  Tell tell_;
  Marks marks_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
