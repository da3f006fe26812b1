#pragma once
// Judges independent bits.

#include <functional>

#include "tasks/judges/marks.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A bit counts as 1 where its probability is above ½. Metrics: "bits" a sequence, "bits_median" and "bits_max" (of the
/// median and the most expensive sequence), "over_oracle" (the goal, where there is an oracle), "wrong_bits" a
/// sequence, "wrong_bits_max" (of the worst sequence), "perfect" and "solved" (the number and share of sequences
/// without a wrong bit).
class BitsJudge final : public Judge {
 public:
  /// The cost in bits of the optimal predictor on that very episode.
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
