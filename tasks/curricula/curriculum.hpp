#pragma once
// The interface of curricula: which sizes of its task a run sees when.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "autodiff/base/random.hpp"
#include "tasks/episode/sizes.hpp"

namespace tapehead {

/// What a curriculum may learn from a training batch.
struct Lesson {
  double bits_before = 0;  ///< cost a sequence, before the update
  double bits_after = 0;   ///< of the same batch after the update; only with wants_bits_after()
  double answers = 0;      ///< scored bits (or answers, for classes) a sequence
  double steps = 0;        ///< of the batch's episodes
};

/// State in, state out: a curriculum's state is a list of numbers, which a checkpoint saves. Each curriculum says what
/// they are.
class Curriculum {
 public:
  virtual ~Curriculum() = default;

  /// The starting state; its length is fixed.
  virtual std::vector<double> start() const = 0;

  /// What no state of this curriculum has, as the end of an error: "the level is -3; … is needed"; empty for a state
  /// that next() and learn() can go on from. `state` has start()'s length.
  virtual std::string fault(const std::vector<double>& state) const = 0;

  /// The sizes of the next batch. `seen`: sequences before it; `draw`: the batch's own stream.
  virtual Reach next(Stream& draw, uint64_t seen, const std::vector<double>& state) const = 0;

  virtual bool wants_bits_after() const = 0;

  /// Learns from the batch drawn from the given reach. `draw`: a stream for this alone.
  virtual void learn(Reach reach, const Lesson& lesson, Stream& draw, std::vector<double>& state) const = 0;
};

/// One of `parts` equal parts of the range of sizes, from 0.
inline Reach part_of_range(size_t part, size_t parts) {
  return {static_cast<double>(part) / static_cast<double>(parts),
          static_cast<double>(part + 1) / static_cast<double>(parts)};
}

}  // namespace tapehead
