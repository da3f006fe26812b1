#pragma once
// A user's own sequences as a task.

#include <string>

#include "tasks/episode/held_out.hpp"
#include "tasks/episode/task.hpp"
#include "tasks/files/sequences_csv.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct FileSettings {
  std::string path;       ///< CSV, or lines of bits (docs/own-sequences.md)
  double held_out = 0.2;  ///< share of the episodes, in (0, 1), that are held out
  bool lines = false;     ///< a line is an episode
};

/// The sequences of a CSV file, a finite set for each split (HeldOut). Episodes of a batch may differ in length: the
/// batch has the steps of the longest, and the others end in zeros that are not scored. Shapes are not used.
class FileTask final : public Task {
 public:
  /// Throws InputError for an empty path, a file that cannot be read or has another form, and fewer than 3 episodes.
  explicit FileTask(const FileSettings& settings);

  Spec spec() const override { return Spec(sequences_.features, sequences_.outputs).of_data(data_); }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  /// All of that part of the file.
  size_t episodes(Split split, size_t = kAllGroups) const override { return set_.part(split).count; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  Sequences sequences_;
  HeldOut set_;
  uint64_t data_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
