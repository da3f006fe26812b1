#pragma once
// The priority sort task (Graves, Wayne & Danihelka 2014, section 4.5).

#include "tasks/bits/vectors.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct PrioritySortSettings {
  size_t bits = 8;
  size_t min_vectors = 20, max_vectors = 20;
  size_t answers = 16;  ///< how many vectors are to be said
  VectorStyle style = {};
};

/// Random bit vectors, each with a priority from U[−1, 1) on a channel of its own; then a delimiter and silence, in
/// which those with the highest priorities are to be said, the highest first:
///
///   inputs    x₁    x₂    x₃    |  0  0  0     (bits + 2 channels: bits, priority, delimiter)
///            −0.3   0.8   0.1   0  0  0  0
///   targets   -     -     -     -  x₂ x₃ x₁    (bits channels, scored only there)
///
/// vectors + 1 + answers steps; where a shape has fewer vectors than answers, all are to be said. A shape is {vectors},
/// uniform over its limits. Of equal priorities the earlier goes first.
class PrioritySortTask final : public Task {
 public:
  static constexpr size_t kMostVectors = 10000;  ///< of its option, which the eval grid stays within

  /// Throws InputError for min_vectors > max_vectors and answers > max_vectors.
  explicit PrioritySortTask(const PrioritySortSettings& settings);

  Spec spec() const override { return Spec(settings_.bits + 2, settings_.bits).answered_last(); }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_vectors < settings_.max_vectors; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override;
  size_t must_hold() const override { return settings_.max_vectors; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  PrioritySortSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
