#pragma once
// The settings at which a trained model is scored.

#include <string>
#include <vector>

#include "experiments/options/configuration.hpp"
#include "experiments/scoring/evaluation.hpp"
#include "experiments/scoring/trained_model.hpp"

namespace tapehead {

struct GridPoints {
  std::vector<Point> points;
  bool is_own;  ///< the task's, not typed: what the memory cannot hold is left out of it
};

/// The typed settings as axes. Where none of the task's options is among them, they are combined with each line of the
/// task's own grid. Throws InputError for more than 10,000 settings.
GridPoints make_grid(const Configuration& configuration, const Layer& typed, const Task& task);

/// The error where the task needs more vectors kept at once than the memory has slots; else empty. The ratio of
/// training is no error: a memory as large as in training may be asked for as much as in training. Nor is one where the
/// slots cannot be more (slots_may_change()): a network of a fixed size, as one without slots is.
std::string too_much(const TrainedModel& as_trained, const TrainedModel& asked, const std::string& setting);

}  // namespace tapehead
