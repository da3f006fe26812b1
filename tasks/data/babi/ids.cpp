#include "tasks/data/babi/ids.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "tasks/data/text/shown.hpp"

namespace tapehead {
namespace {

/// A whole text as an id.
std::optional<int> read_id(std::string_view text) {
  const auto id = read_number<int>(text);
  return id && *id >= 1 && *id <= kBabiTasks ? id : std::nullopt;
}

/// "7" or "1..3", first to last; nothing if it is neither, or reversed.
std::optional<std::pair<int, int>> read_range(std::string_view text) {
  const size_t dots = text.find("..");
  const auto first = read_id(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : read_id(text.substr(dots + 2));
  if (!first || !last || *first > *last) return std::nullopt;
  return std::pair(*first, *last);
}

}  // namespace

std::vector<int> parse_babi_ids(std::string_view text, const std::string& where) {
  std::vector<int> ids;
  if (text == "all") {
    ids.resize(kBabiTasks);
    std::iota(ids.begin(), ids.end(), 1);
    return ids;
  }
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const auto range = read_range(text.substr(begin, end - begin));
    if (!range)
      throw InputError(where + ": got " + shown(text) + "; ids from 1 to 20 such as 1..20, all or 1,3,7 are needed");
    for (int id = range->first; id <= range->second; ++id) {
      if (std::find(ids.begin(), ids.end(), id) != ids.end())
        throw InputError(where + ": got " + std::to_string(id) + " twice; each id once is needed");
      ids.push_back(id);
    }
    begin = end + 1;
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace tapehead
