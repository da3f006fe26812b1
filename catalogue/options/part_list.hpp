#pragma once
// Lists of parts as typed: "fast-weights:rule=momentum:writes=2,attention".

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tapehead {

struct ListedPart {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;  ///< of this part alone: name and value
};

/// The parts that commas separate, at least one; behind each, separated by colons, OPTION=VALUE of its own. Throws
/// InputError, which starts with `where`, for an empty name and for an option without a value.
std::vector<ListedPart> listed_parts(const std::string& where, std::string_view text);

}  // namespace tapehead
