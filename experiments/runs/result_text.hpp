#pragma once
// What a run came to, as one line for people.

#include <filesystem>
#include <string>

#include "autodiff/files/json.hpp"

namespace tapehead {

/// The metric that a result.json's run stops and chooses by; one of an earlier version does not name it.
std::string goal_of(const Json& result);

/// A cost with its unit, "0.0395 bits per sequence"; of another goal than bits with its name, "over_oracle 0.2 bits per
/// sequence".
std::string cost_text(const std::string& goal, double cost);

/// "solved after 900 sequences, 1.2 s; the best checkpoint on new episodes: 0.0395 bits per sequence, 998 of 1,000
/// sequences without an error": of a result.json that is a run's. One that diverged has come to nothing more.
std::string result_text(const Json& result);

/// Of that file. Throws InputError where it holds none.
std::string result_text(const std::filesystem::path& file);

}  // namespace tapehead
