#pragma once
// Source and answer joined to one stream, for models that read only one.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/episode/spoken_task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Another task's source and answer (Spec::of_answers) as one text (Spec::of_text): the tokens of the source, then the
/// token before each token of the answer (Sutskever, Vinyals & Le 2014, figure 1, with one network for both).
///
///     source  a b c      input   a b c . x y        tokens of the answer are numbered behind all that are read;
///     target  x y .      target        x y .        '.' is kEnd
///
/// An episode's answer begins where its own source ends; nothing is scored before. Judge, splits and words are the
/// task's own.
class JoinedStreams final : public SpokenTask {
 public:
  /// Throws std::invalid_argument for a task whose source and answer are not two streams.
  explicit JoinedStreams(std::unique_ptr<Task> spoken);

  Spec spec() const override;
  Shape shape(Stream& draw, Reach reach) const override { return spoken_->shape(draw, reach); }
  bool has_sizes() const override { return spoken_->has_sizes(); }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return spoken_->eval_grid(); }
  size_t must_hold() const override { return spoken_->must_hold(); }
  size_t episodes(Split split, size_t group) const override { return spoken_->episodes(split, group); }
  Groups groups() const override { return spoken_->groups(); }
  std::unique_ptr<Judge> judge() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

  /// Throws InputError also where the task has no corpus.
  std::vector<std::string> ask(std::string_view line, Batch& batch) const override;
  std::string said_text(std::span<const uint32_t> said) const override;
  std::string source_text(std::span<const uint32_t> source) const override;

 private:
  /// Makes a joined batch of the task's own.
  void join(const Batch& apart, Batch& batch) const;
  const SpokenTask& words() const;

  std::unique_ptr<Task> spoken_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
