#pragma once
// Runs of other people, which a command that looks for runs would pass over without a word.

#include <filesystem>
#include <vector>

namespace tapehead {

/// A note on standard error for each directory at or below these that may not be read.
void note_unreadable(const std::vector<std::filesystem::path>& directories);

}  // namespace tapehead
