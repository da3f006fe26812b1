#pragma once
// The settings that a trained model is scored on.

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

/// The typed settings as axes; where none of the task's is among them, those beside each line of the task's own grid.
GridPoints make_grid(const Configuration& configuration, const Layer& typed, const Task& task);

/// What is wrong where the task asks for more vectors to be kept at once than the memory has slots; else empty. What
/// the run was trained on is not wrong: a memory as large as then may be asked for as much as then.
std::string too_much(const TrainedModel& as_trained, const TrainedModel& asked, const std::string& setting);

}  // namespace tapehead
