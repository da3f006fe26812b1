#pragma once
// Marks answers of several digits.

#include "tasks/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A step's answer is the likeliest kind of each of its digits, and wrong where one of them is. Metrics: those of
/// answers_score(); "solved" is what Graves et al. 2016 call performance.
class DigitsJudge final : public Judge {
 public:
  void mark(const Paper& paper) override { marks_.add(paper.nats, count(paper)); }
  void add(const Judge& later) override { marks_.add(dynamic_cast<const DigitsJudge&>(later).marks_); }
  Score score() const override;
  AnswerCount count(const Paper& paper) const override;
  std::optional<Metric> in_training(const AnswerCount& sums) const override;

 private:
  Marks marks_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
