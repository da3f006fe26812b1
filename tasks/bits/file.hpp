#pragma once
// A user's own sequences as a task.

#include <string>

#include "tasks/episode/task.hpp"
#include "tasks/files/sequences_csv.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct FileSettings {
  std::string path;       ///< CSV (docs/own-sequences.md)
  double held_out = 0.2;  ///< share of the episodes, in (0, 1), that are held out
};

/// The sequences of a CSV file, a finite set for each split. Of n episodes the last h = min(max(2, held_out·n rounded),
/// n − 1) are held out: their first ⌊h/2⌋ for validation and check, the rest for the final score and eval; training
/// uses the first n − h, and show uses all.
///
/// Episode k of a split is element k mod n of permutation k div n. Episodes of a batch may differ in length: the batch
/// has the steps of the longest, and the others end in zeros that are not scored. Shapes are not used.
class FileTask final : public Task {
 public:
  /// Throws InputError for an empty path, a file that cannot be read or is not such a CSV, and fewer than 3 episodes.
  explicit FileTask(const FileSettings& settings);

  Spec spec() const override { return {sequences_.features, sequences_.outputs}; }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  /// All of that part of the file.
  size_t episodes(Split split, size_t group = kAllGroups) const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  /// Episodes first … first + count − 1 of the file.
  struct Part {
    size_t first, count;
  };
  Part part(Split split) const;

  Sequences sequences_;
  size_t held_out_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
