#pragma once
// A task's stories question by question, whatever its own episodes are.

#include <vector>

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Whether its episodes are stories.
bool tells_stories(const Task& task);

/// The first questions of a split or of one of its groups, in the order of the episodes, at most `most`: each alone,
/// with the statements before it. The views must not outlive the task. Throws InputError for a split that the task does
/// not have.
std::vector<StoryView> questions_of(const Task& task, uint64_t seed, Split split, size_t most,
                                    size_t group = kAllGroups);

/// Fills `batch` with that one question, for a task of `words` words.
void ask(const StoryView& question, size_t words, Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
