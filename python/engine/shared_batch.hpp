#pragma once
// A batch that Python holds: its arrays are views, and stay valid as long as any of them is held.

#include <pybind11/numpy.h>

#include <memory>

#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct SharedBatch {
  std::shared_ptr<Batch> batch;
  std::shared_ptr<const Corpus> corpus = {};  ///< of stories: their words
};

/// The spec that a tapehead.Spec tells: one input, and the target. Throws InputError.
Spec spec_of(const pybind11::handle& told);

/// Throws InputError unless the batch's inputs and target are those of the spec. `where` leads its text.
void check_same_streams(const Batch& batch, const Spec& spec, const std::string& where);

}  // namespace tapehead::inline TAPEHEAD_REAL
