#pragma once
// Marks paths through graphs, whichever of the shortest they are.

#include "tasks/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An episode is one answer: right where the path that was said, each edge the likeliest of those that leave where one
/// is, comes to its end in as few edges as there may be. Metrics: those of answers_score(); "bits" are those of the
/// edges that were right from where the path had come.
class PathJudge final : public Judge {
 public:
  void mark(const Paper& paper) override { marks_.add(paper.nats, count(paper)); }
  void add(const Judge& later) override { marks_.add(dynamic_cast<const PathJudge&>(later).marks_); }
  Score score() const override;
  AnswerCount count(const Paper& paper) const override;
  std::optional<Metric> in_training(const AnswerCount& sums) const override;

 private:
  Marks marks_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
