#include "autodiff/base/error.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tapehead {
namespace {

constexpr size_t kMostShown = 80;  // characters of a bad value that an error repeats

/// Levenshtein distance: inserts, deletes and replacements each count one.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

/// What follows a dotted name's last dot; all of a name without one.
std::string_view end_of(std::string_view name) { return name.substr(name.rfind('.') + 1); }  // npos + 1 is 0

/// How far `got` is from a name: those that it begins are the nearest. Of a dotted name the end may stand for all of it
/// ("focus" is memory.focus), and what stands before it may be wrong, which counts as one more letter.
std::pair<bool, size_t> distance(std::string_view got, std::string_view name) {
  const bool is_dotted = got.find('.') != got.npos;
  const size_t by_end = edit_distance(end_of(got), end_of(name)) + is_dotted;
  return {!name.starts_with(got) && !end_of(name).starts_with(got), std::min(edit_distance(got, name), by_end)};
}

}  // namespace

std::string nearest_name(std::string_view got, const std::vector<std::string>& valid) {
  const auto nearest = std::min_element(valid.begin(), valid.end(), [&](const std::string& x, const std::string& y) {
    return distance(got, x) < distance(got, y);
  });
  return nearest == valid.end() ? std::string() : *nearest;
}

std::string unknown_name(std::string_view where, std::string_view got, const std::vector<std::string>& valid) {
  std::string text = std::string(where) + ": \"" + std::string(got) + "\" is not known; ";
  if (!valid.empty()) text += "nearest: " + nearest_name(got, valid) + "; ";  // first: the list may be long
  text += "valid: ";
  for (size_t i = 0; i < valid.size(); ++i) text += (i ? ", " : "") + valid[i];
  return text;
}

std::string printable(std::string_view text) {
  std::string shown(text.substr(0, kMostShown));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return text.size() > kMostShown ? shown + "..." : shown;
}

}  // namespace tapehead
