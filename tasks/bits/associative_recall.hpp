#pragma once
// The associative recall task (Graves, Wayne & Danihelka 2014, section 4.3).

#include "tasks/bits/vectors.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct AssociativeRecallSettings {
  size_t bits = 6;
  size_t vectors = 3;  ///< of an item
  size_t min_items = 2, max_items = 6;
  VectorStyle style = {};
};

/// Items of several random bit vectors, each behind a delimiter; then one of them again, the query, between two
/// delimiters of another kind; then silence, in which the item that followed the queried one is to be said:
///
///   inputs   |  a a a  |  b b b  |  c c c  ‖  a a a  ‖  0 0 0     (bits + 2 channels; "|" and "‖" are one each)
///   targets  -  - - -  -  - - -  -  - - -  -  - - -  -  b b b     (bits channels, scored only there)
///
/// (items + 1)·(vectors + 1) + 1 + vectors steps. A shape is {items}, uniform over its limits; the query is uniform
/// over all items but the last. Items are drawn independently, so one may come twice: the answer is still the item
/// behind the place that was drawn, which nobody can know. Of 6 items of 3×6 bits the queried one comes again in 1
/// episode of 52,000, of 20 items in 1 of 14,000.
class AssociativeRecallTask final : public Task {
 public:
  static constexpr size_t kMostItems = 10000;  ///< of its option, which the eval grid stays within

  /// Throws InputError for min_items > max_items.
  explicit AssociativeRecallTask(const AssociativeRecallSettings& settings);

  Spec spec() const override { return Spec(settings_.bits + 2, settings_.bits).answered_last(); }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_items < settings_.max_items; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override;
  std::vector<Guesser> guessers() const override;
  /// One slot an item: a memory may keep all its vectors together, as observed in the paper.
  size_t must_hold() const override { return settings_.max_items; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  AssociativeRecallSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
