#pragma once
// What runs came to, in words, and the table of all seeds of an experiment: DIR/seeds.csv over DIR/seed-N.

#include <filesystem>
#include <string>

namespace tapehead {

/// "solved after 16000 sequences, 0.0019 bits a sequence, 9,998 of 10,000 sequences without an error, 40.1 s", of a
/// result.json. Throws InputError for a file that is none.
std::string result_text(const std::filesystem::path& result);

/// Writes DIR/seeds.csv, a row for each seed that is finished, whichever call has trained it; gives what they come to:
/// "5 seeds, 4 solved (median after 16000 sequences), median 0.0019 bits a sequence".
std::string write_seeds(const std::filesystem::path& directory);

}  // namespace tapehead
