#pragma once
// Marks how well a text's tokens are foretold.

#include "tasks/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Metrics: "bits" a window, "bits_median" and "bits_max"; over all tokens that were asked for "bits_token" (the
/// perplexity is 2 to it), "nats" a token, and "error" (not the most probable, in a hundred); "perfect" and "solved"
/// windows.
class TextJudge final : public Judge {
 public:
  void mark(const Paper& paper) override { marks_.add(paper.nats, count(paper)); }
  void add(const Judge& later) override { marks_.add(dynamic_cast<const TextJudge&>(later).marks_); }
  Score score() const override;
  AnswerCount count(const Paper& paper) const override;
  std::optional<Metric> in_training(const AnswerCount& sums) const override;

 private:
  Marks marks_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
