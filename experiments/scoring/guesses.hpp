#pragma once
// What guessers get on the episodes that models are scored on.

#include <string>
#include <vector>

#include "experiments/batches/score.hpp"

namespace tapehead {

/// A metric of one guesser: "echo_error".
struct GuessedMetric {
  std::string_view guesser, metric;
  double value;
  std::string name() const { return std::string(guesser) + "_" + std::string(metric); }
};

/// The task's guessers (Task::guessers()) on the episodes of a set, marked by its judge. What they guess at random
/// depends on the set alone, and what they know of training episodes on its seed and group.
std::vector<GuessedMetric> guessed(const Task& task, const ScoredSet& set);

/// "by guessing: uniform error 66.7, echo error 100".
std::string guessed_text(const std::vector<GuessedMetric>& all);

}  // namespace tapehead
