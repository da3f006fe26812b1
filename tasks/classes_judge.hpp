#pragma once
// Marks answers that are classes.

#include "tasks/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The first most probable class is the answer; where a batch joins its answers, the words of one are wrong together
/// and count once. Metrics: "bits" a sequence, "bits_median" and "bits_max" (of the typical and the dearest), "error"
/// (wrong answers in a hundred), "perfect" and "solved" (how many sequences have no wrong answer, and their share).
class ClassesJudge final : public Judge {
 public:
  void mark(const Paper& paper) override { marks_.add(paper.nats, count(paper)); }
  void add(const Judge& later) override { marks_.add(dynamic_cast<const ClassesJudge&>(later).marks_); }
  Score score() const override;
  AnswerCount count(const Paper& paper) const override;
  std::optional<Metric> in_training(const AnswerCount& sums) const override;

 private:
  Marks marks_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
