#pragma once
// The dynamic n-grams task (Graves, Wayne & Danihelka 2014, section 4.4).

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct NgramsSettings {
  size_t order = 6;  ///< n: a bit depends on the n − 1 before it
  size_t min_length = 200, max_length = 200;
};

/// Bits to be predicted one by one. Each episode has a table of its own: for each of the 2ⁿ⁻¹ contexts, the n − 1 bits
/// before, a probability from Beta(½, ½) that the next bit is 1. The first n − 1 bits are fair.
///
///   inputs   0   ±x₁ ±x₂ … ±x_{L−1}     (one channel: the bit before, as −1 or +1)
///   targets  x₁  x₂  x₃  …  x_L         (one bit, scored at every step)
///
/// L steps. A shape is {L}, uniform over its limits.
class NgramsTask final : public Task {
 public:
  static constexpr size_t kMostOrder = 12;  ///< 2,048 contexts, of which a sequence of 200 sees 200 at most

  /// Throws InputError for min_length > max_length.
  explicit NgramsTask(const NgramsSettings& settings);

  Spec spec() const override { return {1, 1}; }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_length < settings_.max_length; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {{{"task.length", "50..400:50"}}}; }
  size_t must_hold() const override { return 0; }
  /// With the optimal estimator for Beta(½, ½) as oracle (Murphy 2012, section 3.3; the paper's eq. 10): a 1 has
  /// probability (N₁ + ½)/(N₀ + N₁ + 1), after N₀ zeros and N₁ ones in that context so far. Each of the first n − 1
  /// bits costs one.
  std::unique_ptr<Judge> judge() const override;
  /// The cost of the optimal predictor on that very episode.
  double oracle_bits(const Batch& batch, size_t episode) const;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  NgramsSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
