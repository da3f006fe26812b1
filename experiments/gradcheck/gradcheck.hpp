#pragma once
// `tapehead gradcheck`: every op and whole models through time, in double.

#include <functional>
#include <string>
#include <string_view>

#include "catalogue/options/settings.hpp"

namespace tapehead {

using TellCheck = std::function<void(const std::string& line)>;

/// Checks every op and every combination of catalogue rows at small sizes whose name has `only` in it; all have "".
/// Tells one line each: kind, name, error, verdict, and the place of the largest error. Gives the exit status: 0, or 1
/// where an error exceeds the tolerance. Throws InputError where no name has `only`.
int check_all(std::string_view only, const TellCheck& tell);

/// The same of one model. Throws InputError for settings that make none.
int check_one(const Settings& model, const TellCheck& tell);

}  // namespace tapehead
