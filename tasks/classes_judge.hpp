#pragma once
// Marks answers that are classes.

#include "tasks/marks.hpp"
#include "tasks/pointing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The first most probable class is the answer; where a batch joins its answers, the words of one are wrong together
/// and count once. Metrics: "bits" a sequence, "bits_median" and "bits_max" (of the typical and the dearest), "error"
/// (wrong answers in a hundred), "perfect" and "solved" (how many sequences have no wrong answer, and their share), and
/// "pointing" (tasks/pointing.hpp).
class ClassesJudge final : public Judge {
 public:
  void mark(const Paper& paper) override;
  void add(const Judge& later) override;
  Score score() const override;
  AnswerCount count(const Paper& paper) const override;
  std::optional<Metric> in_training(const AnswerCount& sums) const override;

 private:
  Marks marks_;
  Pointing pointing_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
