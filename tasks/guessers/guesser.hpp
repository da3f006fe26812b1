#pragma once
// Guessers: what is said to an episode without having learned to answer it. A score means something beside theirs.

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "autodiff/base/random.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// One episode of a batch, which is answered at `steps`: those of the batch with something scored.
struct Asked {
  const Batch& batch;
  size_t episode;
  std::span<const uint32_t> steps;
};

/// A guesser's answer to an episode, for the task's judge (tasks/judges/judge.hpp, Paper).
struct Guess {
  std::span<Real> logits;                          ///< outputs×steps, zeros where nothing is said
  std::optional<std::vector<uint32_t>> said = {};  ///< the answer as a whole, without kEnd
  std::vector<uint32_t> looked = {};
  std::vector<float> pointed = {};

  Real* column(size_t step, size_t outputs) const { return logits.data() + step * outputs; }
};

struct Guesser {
  /// "echo": its metrics are called echo_error and the like.
  std::string_view name;
  /// The metrics that it is told by, of those that the judge has. A cost ("bits") only where it guesses by chances.
  std::vector<std::string_view> metrics;
  std::function<void(const Asked& asked, Stream& draw, Guess& guess)> guess;
  /// Takes note of training episodes; none: it needs no example.
  std::function<void(const Batch& batch)> see = {};
};

using Guessers = std::vector<Guesser>;

}  // namespace tapehead::inline TAPEHEAD_REAL
