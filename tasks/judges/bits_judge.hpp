#pragma once
// Marks bits, each by itself.

#include <functional>

#include "tasks/judges/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A bit counts as 1 where its probability is above ½. Metrics: "bits" a sequence, "bits_median" and "bits_max" (of the
/// typical and the dearest), "over_oracle" (the goal, where there is an oracle), "wrong_bits" a sequence,
/// "wrong_bits_max" (of the worst), "perfect" and "solved" (how many sequences have no wrong bit, and their share).
class BitsJudge final : public Judge {
 public:
  /// What the best predictor there can be would pay on that very episode, in bits.
  using Oracle = std::function<double(const Batch& batch, size_t episode)>;

  explicit BitsJudge(Oracle oracle = {}) : oracle_(std::move(oracle)) {}

  void mark(const Paper& paper) override;
  void add(const Judge& later) override;
  Score score() const override;
  std::string_view goal(bool) const override { return oracle_ ? "over_oracle" : "bits"; }
  AnswerCount count(const Paper&) const override { return {}; }
  std::optional<Metric> in_training(const AnswerCount&) const override { return {}; }

 private:
  Oracle oracle_;
  Marks marks_;
  double oracle_bits_ = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
