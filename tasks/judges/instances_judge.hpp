#pragma once
// Judges classes by how often they were seen before.

#include <vector>

#include "tasks/judges/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Metrics: those of answers_score(), and "accuracy_1st", "accuracy_2nd" …: the right answers, in per cent, where an
/// episode's class is asked for the first time, the second, …, up to `instances` (20 at most).
class InstancesJudge final : public Judge {
 public:
  explicit InstancesJudge(size_t instances) : asked_(instances), right_(instances) {}

  void mark(const Paper& paper) override;
  void add(const Judge& later) override;
  Score score() const override;
  std::string_view goal(bool) const override { return "bits"; }
  AnswerCount count(const Paper& paper) const override;
  std::optional<Metric> in_training(const AnswerCount& sums) const override;

 private:
  Marks marks_;
  std::vector<double> asked_, right_;  ///< answers, by instance
};

}  // namespace tapehead::inline TAPEHEAD_REAL
