#pragma once
// A run's result as one line for people.

#include <filesystem>
#include <string>

#include "autodiff/files/json.hpp"

namespace tapehead {

/// The metric that the run of a result.json stops and chooses by. Earlier versions do not name it; it then follows from
/// the metrics that are there.
std::string goal_of(const Json& result);

/// A cost with its unit, "0.0395 bits per sequence"; of another goal than bits with its name, "over_oracle 0.2 bits per
/// sequence".
std::string cost_text(const std::string& goal, double cost);

/// The text of a result.json: "solved after 900 sequences, 1.2 s; the best checkpoint on new episodes: 0.0395 bits per
/// sequence, 998 of 1,000 sequences without an error". A run that diverged has the first part alone.
std::string result_text(const Json& result);

/// The same for a file. Throws InputError where it holds no result.
std::string result_text(const std::filesystem::path& file);

}  // namespace tapehead
