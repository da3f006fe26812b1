#pragma once
// Where episodes come from.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "autodiff/base/random.hpp"
#include "tasks/batch/batch.hpp"
#include "tasks/episode/sizes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Judge;
class Reacting;

/// The sizes that all episodes of a batch share (a length, repeats, items …); what each means is the task's own.
using Shape = std::array<uint32_t, 4>;

inline constexpr size_t kAllGroups = ~size_t{0};

/// Episodes first … first + count − 1 of one seed and split; those of one of the task's groups, or of all together.
struct EpisodeRange {
  uint64_t seed;
  Split split;
  uint64_t first;
  size_t count;
  size_t group = kAllGroups;
};

/// The numbers that make episode first + `index` of a range. Of split eval they depend on the shape too: rows of a
/// table of lengths are then independent samples, where elsewhere an episode is the beginning of the same one of a
/// greater length.
Stream episode_stream(const EpisodeRange& range, const Shape& shape, size_t index);

/// Groups of episodes that are scored apart, each by a value of one of the task's options.
struct Groups {
  std::string option;               ///< as a setting has it: "task.ids"
  std::vector<std::string> values;  ///< of the groups; none: all episodes are alike
  std::string metric, unit;         ///< whose mean over the groups is told: "error", in "%"
  double fails_above = 0;           ///< a group has failed where that metric is greater

  bool operator==(const Groups&) const = default;
  std::string setting(size_t group) const { return option + "=" + values[group]; }
};

class Task {
 public:
  virtual ~Task() = default;

  virtual Spec spec() const = 0;

  /// Draws a batch's shape, its sizes from the part of their range that is open.
  virtual Shape shape(Stream& draw, Reach reach) const = 0;

  /// Whether shapes differ at all: where they do not, a curriculum has nothing to open.
  virtual bool has_sizes() const = 0;

  /// Fills `batch` with the episodes of that range; each is a pure function of (seed, split, its number, shape).
  virtual void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const = 0;

  /// Some values of an option, as the eval command takes them: "task.length", "10..120:10".
  struct Axis {
    std::string option, values;
  };
  /// The settings on which it is asked whether what was learned generalises: lines, each all combinations of its axes.
  using EvalGrid = std::vector<std::vector<Axis>>;
  virtual EvalGrid eval_grid() const = 0;

  /// Vectors that an episode of the greatest sizes asks to be kept at once; 0 where nobody can say.
  virtual size_t must_hold() const = 0;

  /// How many episodes a split has where it is a finite set, of one group or of all; 0: they never end. Throws
  /// InputError for a split that the task does not have.
  virtual size_t episodes(Split split, size_t group = kAllGroups) const;

  /// Which of its episodes are scored apart.
  virtual Groups groups() const { return {}; }

  /// Marks this task's episodes; no longer-lived than the task. By default that of the spec's scoring.
  virtual std::unique_ptr<Judge> judge() const;

  /// An episode as a person reads it, several lines; `answers` (outputs×steps, probabilities) may be null.
  virtual std::string show(const Batch& batch, size_t episode, const Real* answers) const = 0;

  /// What it shows after a model's own answers; nullptr where nothing that is shown depends on them.
  virtual const Reacting* reacts() const { return nullptr; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
