#pragma once
// What runs came to, in words, and the table of all seeds of an experiment: DIR/seeds.csv over DIR/seed-N.

#include <filesystem>
#include <string>

namespace tapehead {

/// Writes DIR/seeds.csv, a row for each seed that is finished, whichever call has trained it; gives what they come to:
/// "5 seeds, 4 solved (median after 16000 sequences), median 0.0019 bits per sequence".
std::string write_seeds(const std::filesystem::path& directory);

}  // namespace tapehead
