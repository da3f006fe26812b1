#pragma once
// A question with a given answer as an episode.

#include <cstdint>
#include <span>

#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Fills `batch` with the one episode of the question `asked` (SpokenTask::ask), answered by these tokens and kEnd;
/// running a model on it shows how it comes to them. spec: of a task that says and reads, with source and answer apart
/// or joined.
void answered(const Spec& spec, const Batch& asked, std::span<const uint32_t> said, Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
