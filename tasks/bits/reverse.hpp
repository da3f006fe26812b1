#pragma once
// The reverse task: copy, backwards.

#include "tasks/bits/vectors.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ReverseSettings {
  size_t bits = 8;
  size_t min_length = 1, max_length = 20;
  VectorStyle style = {};
};

/// Random bit vectors and a delimiter, as in the copy task, then silence in which they are to be said from the last to
/// the first (Grefenstette et al. 2015, section 4.1, with symbols):
///
///   inputs   x₁ x₂ … x_L  |   0   0    …  0     (bits + 1 channels; "|" is the delimiter's channel alone)
///   targets   -  -      -  -  x_L x_L₋₁ … x₁    (scored only there)
///
/// 2L + 1 steps. A shape is {L}, uniform over min_length..max_length.
class ReverseTask final : public Task {
 public:
  /// Throws InputError for min_length > max_length.
  explicit ReverseTask(const ReverseSettings& settings);

  Spec spec() const override { return Spec(settings_.bits + 1, settings_.bits).answered_last(); }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_length < settings_.max_length; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override {
    return {{{"task.length", "10..120:10"}}, {{"task.length", "20,60,120"}, {"task.draw", "hostile"}}};
  }
  size_t must_hold() const override { return settings_.max_length; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  ReverseSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
