#pragma once
// The copy task (Graves, Wayne & Danihelka 2014, section 4.1).

#include "tasks/bits/vectors.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct CopySettings {
  size_t bits = 8;
  size_t min_length = 1, max_length = 20;
  bool framed = false;  ///< a start mark before the sequence, and an end marker as the last target
  VectorStyle style = {};
};

/// Random bit vectors, a delimiter on a channel of its own, then silence in which they are to be said again:
///
///   inputs   x₁ x₂ … x_L  |  0  0 … 0        (bits + 1 channels; "|" is the delimiter's channel alone)
///   targets   -  -      -  -  x₁ x₂ … x_L     (scored only there)
///
/// 2L + 1 steps. A shape is {L}, uniform over min_length..max_length.
///
/// Framed, the inputs begin with a mark on one more channel, and after x_L a mark on a channel of its own is the
/// target: (bits + 2) inputs and (bits + 1) outputs, 2L + 3 steps. The paper does not mention this, but the number of
/// parameters of its LSTM (table 3) is that of 10 inputs and 9 outputs.
class CopyTask final : public Task {
 public:
  /// Throws InputError for min_length > max_length.
  explicit CopyTask(const CopySettings& settings);

  Spec spec() const override {
    return Spec(settings_.bits + 1 + settings_.framed, settings_.bits + settings_.framed).answered_last();
  }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_length < settings_.max_length; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override {
    return {{{"task.length", "10..120:10"}}, {{"task.length", "20,60,120"}, {"task.draw", "hostile"}}};
  }
  size_t must_hold() const override { return settings_.max_length; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  CopySettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
