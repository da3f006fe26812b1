#pragma once
// What a run came to, as one line for people.

#include <filesystem>
#include <string>

#include "autodiff/files/json.hpp"

namespace tapehead {

/// "solved after 900 sequences, 1.2 s; the best checkpoint on new episodes: 0.0395 bits a sequence, 998 of 1,000
/// sequences without an error": of a result.json that is a run's. One that diverged has come to nothing more.
std::string result_text(const Json& result);

/// Of that file. Throws InputError where it holds none.
std::string result_text(const std::filesystem::path& file);

}  // namespace tapehead
