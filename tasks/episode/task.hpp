#pragma once
// The interface of tasks: where episodes come from.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autodiff/base/random.hpp"
#include "tasks/batch/batch.hpp"
#include "tasks/episode/sizes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Judge;
class Reacting;
struct Guesser;

/// The sizes that all episodes of a batch share (length, repeats, items …); their meaning is the task's own.
using Shape = std::array<uint32_t, 4>;

inline constexpr size_t kAllGroups = ~size_t{0};

/// Episodes first … first + count − 1 of one seed and split, of one of the task's groups or of all.
struct EpisodeRange {
  uint64_t seed;
  Split split;
  uint64_t first;
  size_t count;
  size_t group = kAllGroups;
};

/// The random numbers of episode first + `index` of a range. In split eval they depend on the shape too, so that the
/// rows of a table over lengths are independent samples; elsewhere an episode is the beginning of the same episode of a
/// greater length.
Stream episode_stream(const EpisodeRange& range, const Shape& shape, size_t index);

/// Groups of episodes that are scored apart, one for each value of one of the task's options.
struct Groups {
  std::string option;               ///< as in settings: "task.ids"
  std::vector<std::string> values;  ///< of the groups; none: episodes are not grouped
  std::string metric, unit;         ///< whose mean over the groups is reported: "error", in "%"
  double fails_above = 0;           ///< a group with a greater metric has failed

  bool operator==(const Groups&) const = default;
  std::string setting(size_t group) const { return option + "=" + values[group]; }
};

class Task {
 public:
  virtual ~Task() = default;

  virtual Spec spec() const = 0;

  /// Draws a batch's shape, with sizes from the open part of their range.
  virtual Shape shape(Stream& draw, Reach reach) const = 0;

  /// Whether shapes vary; where they do not, a curriculum has nothing to open.
  virtual bool has_sizes() const = 0;

  /// Fills `batch` with the episodes of that range; each is a pure function of (seed, split, its number, shape).
  virtual void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const = 0;

  /// Values of an option, in the notation of the eval command: "task.length", "10..120:10".
  struct Axis {
    std::string option, values;
  };
  /// The settings on which generalisation is evaluated: lines, each all combinations of its axes.
  using EvalGrid = std::vector<std::vector<Axis>>;
  virtual EvalGrid eval_grid() const = 0;

  /// Values of an option over which eval tells a mean: "score", of the right answers in per cent, and
  /// "perfect_lengths", the number of values without a wrong answer.
  struct ScoredRange {
    std::string option;
    size_t from, to;
  };
  virtual std::optional<ScoredRange> scored_range() const { return {}; }

  /// How many vectors an episode of the greatest sizes asks to be kept at once; 0 where it is unknown.
  virtual size_t must_hold() const = 0;

  /// The number of episodes of a split that is a finite set, of one group or of all; 0: infinite. Throws InputError for
  /// a split that the task does not have.
  virtual size_t episodes(Split split, size_t group = kAllGroups) const;

  /// The groups of episodes that are scored apart.
  virtual Groups groups() const { return {}; }

  /// A judge for this task's episodes, which the task must outlive. By default that of the spec's scoring.
  virtual std::unique_ptr<Judge> judge() const;

  /// What a model's score is to be compared with: what is got without having learned the task, on the same episodes. By
  /// default those of any task of its spec (tasks/guessers/guessers.hpp).
  virtual std::vector<Guesser> guessers() const;

  /// An episode as a person reads it, several lines; `answers` (outputs×steps, probabilities) may be null.
  virtual std::string show(const Batch& batch, size_t episode, const Real* answers) const = 0;

  /// What a token of the first input, and a class of the target, is called in files: without blanks. By default its
  /// number.
  virtual std::string token_name(uint32_t token) const { return std::to_string(token); }
  virtual std::string class_name(uint32_t token) const { return std::to_string(token); }

  /// The interface for inputs that depend on the model's answers; nullptr where none do.
  virtual const Reacting* reacts() const { return nullptr; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
