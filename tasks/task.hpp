#pragma once
// Where episodes come from.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "autodiff/random.hpp"
#include "tasks/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a model must know of a task.
struct Spec {
  size_t inputs;   ///< features a step
  size_t outputs;  ///< bits a step
};

/// The sizes that all episodes of a batch share (a length, repeats, items …); what each means is the task's own.
using Shape = std::array<uint32_t, 4>;

/// Episodes first … first + count − 1 of one seed and split.
struct EpisodeRange {
  uint64_t seed;
  Split split;
  uint64_t first;
  size_t count;
};

class Task {
 public:
  virtual ~Task() = default;

  virtual Spec spec() const = 0;

  /// Draws a batch's shape. `reach` in (0, 1]: the share of the sizes' range that is open (a curriculum's doing).
  virtual Shape shape(Stream& draw, double reach) const = 0;

  /// Fills `batch` with the episodes of that range; each is a pure function of (seed, split, its number, shape).
  virtual void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const = 0;

  /// The settings on which it is asked whether what was learned generalises: an option, and its values as the eval
  /// command takes them ("task.length", "10..120:10"); empty values where the task has no such grid.
  struct Grid {
    std::string option, values;
  };
  virtual Grid grid() const = 0;

  /// An episode as a person reads it, several lines; `answers` (outputs×steps, probabilities) may be null.
  virtual std::string show(const Batch& batch, size_t episode, const Real* answers) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
