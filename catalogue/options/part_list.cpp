#include "catalogue/options/part_list.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"

namespace tapehead {
namespace {

/// The part of `text` before the separator, which is taken from it with the separator.
std::string_view taken(std::string_view& text, char separator) {
  const size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return part;
}

}  // namespace

std::vector<ListedPart> listed_parts(const std::string& where, std::string_view text) {
  std::vector<ListedPart> parts;
  if (text.ends_with(',')) throw InputError(where + ": got a comma at its end; a name is needed behind it");
  do {
    std::string_view item = taken(text, ',');
    if (item.ends_with(':'))
      throw InputError(fmt::format("{}: got a colon behind \"{}\"; OPTION=VALUE is needed behind it", where,
                                   printable(item.substr(0, item.size() - 1))));
    ListedPart part{std::string(taken(item, ':')), {}};
    if (part.name.empty()) throw InputError(where + ": got an empty name; names separated by commas are needed");
    while (!item.empty()) {
      const std::string_view option = taken(item, ':');
      const size_t equals = option.find('=');
      if (equals == option.npos || equals == 0)
        throw InputError(fmt::format("{}: got \"{}\" of {}; OPTION=VALUE is needed", where, printable(option),
                                     printable(part.name)));
      const std::string_view name = option.substr(0, equals);
      for (const auto& [known, value] : part.options)
        if (known == name)
          throw InputError(
              fmt::format("{}: {}: {}: got it twice; once is needed", where, printable(part.name), printable(name)));
      part.options.emplace_back(name, option.substr(equals + 1));
    }
    parts.push_back(std::move(part));
  } while (!text.empty());
  return parts;
}

}  // namespace tapehead
