#include "tasks/judges/classes_judge.hpp"

#include "tasks/judges/answer_counts.hpp"
#include "tasks/judges/answers_score.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

AnswerCount ClassesJudge::count(const Paper& paper) const { return count_classes(paper); }

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
