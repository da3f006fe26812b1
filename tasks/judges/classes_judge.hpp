#pragma once
// Judges answers that are classes.

#include "tasks/judges/marks.hpp"
#include "tasks/judges/pointing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Counted by count_classes(). Metrics: those of answers_score(), and "pointing" (tasks/judges/pointing.hpp).
class ClassesJudge final : public Judge {
 public:
  void mark(const Paper& paper) override;
  void add(const Judge& later) override;
  Score score() const override;
  std::string_view goal(bool) const override { return "bits"; }
  AnswerCount count(const Paper& paper) const override;
  std::optional<Metric> in_training(const AnswerCount& sums) const override;

 private:
  Marks marks_;
  Pointing pointing_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
