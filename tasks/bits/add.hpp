#pragma once
// The addition task: the sum of two binary numbers.

#include "tasks/bits/vectors.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct AddSettings {
  size_t min_length = 1, max_length = 10;  ///< digits of each number
  VectorStyle style = {};
};

/// Two random binary numbers of L digits, the lowest digit first, a sign behind each, then silence in which their sum
/// is to be said (after Zaremba & Sutskever 2014, whose numbers also come one after the other; lowest digit first, so
/// that carrying needs no look-ahead):
///
///   inputs   a₁ … a_L  +  b₁ … b_L  =  0  …  0       (3 channels: the digit, "+", "=")
///   targets   -     -  -   -     -  -  s₁ … s_{L+1}   (the digit, scored only there)
///
/// 3L + 3 steps. A shape is {L}, uniform over min_length..max_length. All digits are fair bits, the highest too: the
/// numbers are uniform over 0..2ᴸ − 1.
class AddTask final : public Task {
 public:
  /// Throws InputError for min_length > max_length.
  explicit AddTask(const AddSettings& settings);

  Spec spec() const override { return Spec(3, 1).answered_last(); }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_length < settings_.max_length; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {{{"task.length", "10..40:5"}}, {{"task.draw", "hostile"}}}; }
  size_t must_hold() const override { return 0; }  // single digits do not need slots of their own
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  AddSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
