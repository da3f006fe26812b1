#pragma once
// What a part gets besides its input: the tape, the number of episodes, the phase, and the noise.

#include <cstdint>
#include <span>
#include <vector>

#include "autodiff/base/random.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a model is run for.
enum class Phase {
  kTraining,  ///< before an update of the parameters: dropout and other noise are on
  kScoring,   ///< scoring, tracing, generation; draws are by seed here too
};

/// The source of all that is random: one stream for each of the episodes side by side, a function of seed, split and
/// episode alone, consumed in the order of the ops.
class Noise final {
 public:
  Noise() = default;
  Noise(uint64_t seed, Split split, uint64_t first, size_t count) { begin(seed, split, first, count); }

  /// Restarts the streams for episodes first … first + count − 1 of that seed and split.
  void begin(uint64_t seed, Split split, uint64_t first, size_t count) {
    streams_.clear();
    for (size_t b = 0; b < count; ++b) streams_.emplace_back(seed, split, Purpose::kNoise, first + b);
  }

  /// The streams of some of the episodes, in their current state, for a part of a batch that is run apart.
  Noise part(size_t first, size_t count) const {
    Noise some;
    some.streams_.assign(streams_.begin() + static_cast<std::ptrdiff_t>(first),
                         streams_.begin() + static_cast<std::ptrdiff_t>(first + count));
    return some;
  }

  /// The streams of these items, each in its current state; an item may occur several times or not at all.
  Noise of_items(std::span<const uint32_t> items) const {
    Noise some;
    for (const uint32_t item : items) some.streams_.push_back(streams_[item]);
    return some;
  }

  size_t size() const { return streams_.size(); }
  Stream& of(size_t episode) { return streams_[episode]; }

 private:
  std::vector<Stream> streams_;
};

/// What is known of the episodes before their first step, for parts that are told it: a number for each of them; empty
/// where it is unknown.
struct Ahead {
  std::span<const uint32_t> steps;        ///< of the whole episode
  std::span<const uint32_t> input_steps;  ///< of its input, before the silent steps of the answer
};

/// An episode of which it does not matter what is known, where states are only counted or named.
inline Ahead some_episode() {
  static constexpr uint32_t kSteps[] = {1};
  return {kSteps, kSteps};
}

/// What a sequence runs in; the same at each of its steps.
struct Context {
  Tape& tape;
  size_t batch;  ///< episodes side by side
  Noise& noise;  ///< a stream for each of them
  Phase phase = Phase::kScoring;
  Ahead ahead = {};  ///< read at the start alone

  bool training() const { return phase == Phase::kTraining; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
