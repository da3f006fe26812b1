#pragma once
// The gradient check of whole models through time, for every combination of the catalogue's rows that makes one: a new
// row is checked because it is a row.

#include <string>
#include <vector>

#include "autodiff/check/gradient_check.hpp"
#include "catalogue/options/settings.hpp"
#include "tasks/batch/batch.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ModelCase {
  std::string name;  ///< "memory-machine lstm ntm content", and what is not at its default: "memory.init=learned"
  Settings settings;
};

/// Every combination of model, controller, memory and addressing, at small sizes and otherwise with its options'
/// defaults; and again with each other value of each choice and flag, and each other similarity and normaliser, one at
/// a time, where the controller (for the memory's options) or the memory (for the controller's) is the first. For an
/// encoder–decoder every encoder with every attention, similarity and normaliser, and every controller with every
/// attention; for models with glimpses every controller and every memory. No aliases.
std::vector<ModelCase> small_models();

/// The spec of the checked models' data: random inputs and targets in copy's shapes (3 bits, 3 steps in, 3 out); for
/// models that read stories, two stories of different length with two questions and one; for models with a source and
/// an answer, two of each with different lengths, and for classifiers the same sources; sources are pictures for models
/// that read pictures.
Spec checked_spec(const Settings& settings);
Batch checked_batch(const Settings& settings);

/// The gradient check of one model: two episodes at once with training noise, from parameters moved off their starting
/// values, so that nothing is zero or equal that training would change.
GradientError check_model(const Settings& settings);

}  // namespace tapehead::inline TAPEHEAD_REAL
