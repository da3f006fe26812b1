#pragma once
// A question with an answer, whoever gave it, as the episode that it would have been.

#include <cstdint>
#include <span>

#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Makes `batch` the one episode that `asked` asks (SpokenTask::ask), answered by these tokens and kEnd: what a model
/// is run on to see how it comes to them. spec: of a task that says and reads, its source and answer apart or joined.
void answered(const Spec& spec, const Batch& asked, std::span<const uint32_t> said, Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
