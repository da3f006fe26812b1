#pragma once
// Pictures as sequences of patches, for models that read step by step.

#include <memory>

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Another task's pictures patch by patch, line by line, with the class as target at the last patch:
///
///     input   upper left   upper right   lower left   lower right
///     target                                              boot
///
/// A patch is a square laid out as a picture, but a step counts as a vector: models that read one picture at once, or
/// take glimpses of one, would take the first patch for the whole. So a machine with a memory can write down what it
/// has seen of the picture and read it to answer.
class PatchSequences final : public Task {
 public:
  /// Throws InputError where patches of that side do not tile the pictures, and std::invalid_argument for a task other
  /// than one class for one picture.
  PatchSequences(std::unique_ptr<Task> pictures, uint32_t patch);

  Spec spec() const override;
  Shape shape(Stream& draw, Reach reach) const override { return pictures_->shape(draw, reach); }
  bool has_sizes() const override { return pictures_->has_sizes(); }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return pictures_->eval_grid(); }
  size_t must_hold() const override { return steps(); }
  size_t episodes(Split split, size_t group) const override { return pictures_->episodes(split, group); }
  Groups groups() const override { return pictures_->groups(); }
  std::unique_ptr<Judge> judge() const override;
  /// Shown as the task shows its pictures.
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  size_t across() const { return layout_.width / patch_; }
  size_t steps() const { return across() * (layout_.height / patch_); }
  /// Calls each(offset of a patch's line in the picture, offset in the sequence), in numbers.
  template <class Each>
  void each_line(Each each) const;

  std::unique_ptr<Task> pictures_;
  Layout layout_;
  uint32_t patch_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
