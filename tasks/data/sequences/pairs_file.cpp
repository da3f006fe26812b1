#include "tasks/data/sequences/pairs_file.hpp"

#include <algorithm>

#include "tasks/data/text/blanks.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/data/text/shown.hpp"
#include "tasks/data/text/text_file.hpp"

namespace tapehead {
std::vector<Pair> parse_pairs(const std::string& name, std::string_view text, const Sides& sides) {
  std::vector<Pair> pairs;
  for_each_line(name, text, [&](std::string_view line, size_t number) {
    const auto tabs = std::count(line.begin(), line.end(), '\t');
    if (tabs != 1)
      refuse_line(name, number, fmt::format("got {} tabs in {}", tabs == 0 ? "no" : std::to_string(tabs), shown(line)),
                  "a source, a tab and a target are needed");
    const size_t tab = line.find('\t');
    const auto side = [&](const char* what, std::string_view given, Units units) {
      const std::string_view kept = trimmed(given);
      if (kept.empty()) refuse_line(name, number, fmt::format("the {} is empty", what), "some text is needed");
      if (const size_t length = count_units(kept, units); length > sides.longest)
        refuse_line(name, number, fmt::format("got a {} of {} {}", what, length, name_of(units)),
                    fmt::format("at most task.max-length ({}) are needed", sides.longest));
      return std::string(kept);
    };
    pairs.push_back(
        {side("source", line.substr(0, tab), sides.source), side("target", line.substr(tab + 1), sides.target)});
  });
  if (pairs.empty()) throw InputError(name + ":1: the file is empty; a source, a tab and a target a line are needed");
  return pairs;
}

std::vector<Pair> read_pairs(const std::string& path, const Sides& sides) {
  return parse_pairs(path, read_text_of(FileKind::kUnknown, path, "a text file of sources, tabs and targets"), sides);
}

}  // namespace tapehead
