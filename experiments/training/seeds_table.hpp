#pragma once
// The results of runs in words, and the table of all seeds of an experiment: DIR/seeds.csv over DIR/seed-N.

#include <filesystem>
#include <string>

namespace tapehead {

/// Writes DIR/seeds.csv, a row for each finished seed, whichever call trained it. Gives their summary: "5 seeds, 4
/// solved (median after 16000 sequences), median 0.0019 bits per sequence".
std::string write_seeds(const std::filesystem::path& directory);

}  // namespace tapehead
