#pragma once
// The repeat-copy task (Graves, Wayne & Danihelka 2014, section 4.2).

#include "tasks/bits/vectors.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct RepeatCopySettings {
  size_t bits = 8;
  size_t min_length = 1, max_length = 10;
  size_t min_repeats = 1, max_repeats = 10;
  size_t repeats_norm = 10;  ///< R: the number of repeats is normalised as if it were uniform over 1..R
  bool delimiter = true;     ///< a delimiter on one more channel marks the step with the number
  VectorStyle style = {};
};

/// Random bit vectors, then a number on a channel of its own, which says how often they are to be said; then silence,
/// in which they are said that often, and an end marker after the last:
///
///   inputs   x₁ … x_L  r|  0 … 0   0 … 0   0     (bits + 2 channels; r and the delimiter "|" are on the last two)
///   targets   -     -   -  x₁ … x_L x₁ … x_L |    (bits + 1 channels, all scored; "|" is the last channel alone)
///
/// L + 1 + L·repeats + 1 steps. A shape is {L, repeats}, each uniform over its limits. Over 1..R the mean is (R + 1)/2
/// and the deviation √((R² − 1)/12), so r = (repeats − mean)/deviation has mean 0 and variance 1 where the repeats are
/// uniform over 1..R. It does not change with the limits, so that a model may be tested on more repeats than it was
/// trained on. For R = 1 only the mean is subtracted. For an odd R the middle is r = 0.
///
/// The paper mentions the number's channel alone, hence no delimiter. Without one, episodes are nearly ambiguous where
/// r is near 0 and one of the vectors is all zeros (one in 256), and the cost stays at 1 to 20 bits.
class RepeatCopyTask final : public Task {
 public:
  /// Throws InputError where a least size is above its greatest.
  explicit RepeatCopyTask(const RepeatCopySettings& settings);

  Spec spec() const override {
    return Spec(settings_.bits + 1 + settings_.delimiter, settings_.bits + 1).answered_last();
  }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override {
    return settings_.min_length < settings_.max_length || settings_.min_repeats < settings_.max_repeats;
  }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override {
    return {{{"task.length", "10..20:2"}, {"task.repeats", "10"}},
            {{"task.length", "10"}, {"task.repeats", "12..20:2"}},
            {{"task.draw", "hostile"}}};
  }
  size_t must_hold() const override { return settings_.max_length; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  RepeatCopySettings settings_;
  double mean_, deviation_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
