#pragma once
// Shared parts of the tests of tasks.

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

inline Batch sampled(const Task& task, const EpisodeRange& range, const Shape& shape = {}) {
  Batch batch;
  task.sample(range, shape, batch);
  return batch;
}

/// Episodes 0 … count − 1 of seed 1's training set.
inline Batch sampled(const Task& task, const Shape& shape, size_t count) {
  return sampled(task, {1, Split::kTrain, 0, count}, shape);
}

/// The shapes of `draws` batches, and the frequency of each.
inline std::map<Shape, size_t> shape_counts(const Task& task, size_t draws, Reach reach = {}) {
  std::map<Shape, size_t> counts;
  for (size_t k = 0; k < draws; ++k) {
    Stream draw(1, Split::kTrain, Purpose::kShape, k);
    ++counts[task.shape(draw, reach)];
  }
  return counts;
}

/// Whether `count` of `draws` is consistent with a probability, within 4.5 standard deviations.
inline bool is_likely(double count, double draws, double probability) {
  return std::abs(count - draws * probability) <= 4.5 * std::sqrt(draws * probability * (1 - probability));
}

/// The first `rows` numbers of a step.
inline std::vector<Real> input_of(const Batch& batch, size_t episode, size_t step, size_t rows) {
  return {batch.input(episode, step), batch.input(episode, step) + rows};
}
inline std::vector<Real> target_of(const Batch& batch, size_t episode, size_t step) {
  return {batch.target.at(episode, step), batch.target.at(episode, step) + batch.outputs()};
}

/// Whether all outputs of a step are scored, or with `scored` false, none.
inline bool all_scored(const Batch& batch, size_t episode, size_t step, bool scored = true) {
  for (size_t r = 0; r < batch.scored_rows(); ++r)
    if (batch.scored(episode, step)[r] != (scored ? 1 : 0)) return false;
  return true;
}

/// Whether each of the first `rows` input channels of a step is a bit.
inline bool are_bits(const Batch& batch, size_t episode, size_t step, size_t rows) {
  for (size_t r = 0; r < rows; ++r)
    if (const Real x = batch.input(episode, step)[r]; x != 0 && x != 1) return false;
  return true;
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
