#pragma once
// How many episodes a file needs (docs/own-sequences.md).

#include <fmt/format.h>

#include <string>

#include "autodiff/base/error.hpp"

namespace tapehead {

/// Throws InputError for fewer than 3 episodes.
inline void check_file_episodes(const std::string& name, size_t episodes) {
  if (episodes < 3)
    throw InputError(
        fmt::format("{}: got {} episode{}; at least 3 are needed, to train, to validate and for the final score", name,
                    episodes, episodes == 1 ? "" : "s"));
}

}  // namespace tapehead
