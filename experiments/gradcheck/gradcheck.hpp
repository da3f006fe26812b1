#pragma once
// `tapehead gradcheck`: every op and whole models through time, in double.

#include <functional>
#include <string>

#include "catalogue/options/settings.hpp"

namespace tapehead {

/// Checks the one model of `model_settings`, or with `all` (or nullptr) every op and every combination of catalogue
/// rows at small sizes. Tells one line each: kind, name, error, verdict, and the place of the largest error.
/// Gives the exit status: 0, or 1 where an error exceeds the tolerance. Throws InputError for settings that make no
/// model.
int run_gradcheck(bool all, const Settings* model_settings, const std::function<void(const std::string&)>& tell);

}  // namespace tapehead
