#pragma once
// The sort task: bit vectors as numbers, in ascending order.

#include "tasks/bits/vectors.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct SortSettings {
  size_t bits = 8;
  size_t min_length = 1, max_length = 10;
  VectorStyle style = {};
};

/// Random bit vectors and a delimiter, as in the copy task, then silence in which they are to be said in ascending
/// order, read as binary numbers with the first channel as the highest digit:
///
///   inputs   x₁ x₂ … x_L  |   0    0   …  0       (bits + 1 channels; "|" is the delimiter's channel alone)
///   targets   -  -      -  -  x₍₁₎ x₍₂₎ … x₍L₎    (x₍₁₎ ≤ x₍₂₎ ≤ …; scored only there)
///
/// 2L + 1 steps. A shape is {L}, uniform over min_length..max_length. Equal vectors are said as often as they occur.
class SortTask final : public Task {
 public:
  /// Throws InputError for min_length > max_length.
  explicit SortTask(const SortSettings& settings);

  Spec spec() const override { return Spec(settings_.bits + 1, settings_.bits).answered_last(); }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_length < settings_.max_length; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {{{"task.length", "10..20:2"}}, {{"task.draw", "hostile"}}}; }
  size_t must_hold() const override { return settings_.max_length; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  SortSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
