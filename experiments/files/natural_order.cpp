#include "experiments/files/natural_order.hpp"

#include <algorithm>
#include <string_view>

namespace tapehead {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Removes the leading digits from the text; gives them without leading zeros.
std::string_view take_number(std::string_view& text) {
  const auto end = static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

/// Negative, zero or positive, as std::string::compare.
int natural_compare(std::string_view one, std::string_view other) {
  while (!one.empty() && !other.empty()) {
    if (is_digit(one[0]) && is_digit(other[0])) {
      const std::string_view a = take_number(one), b = take_number(other);
      if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
      if (const int order = a.compare(b); order != 0) return order;
      continue;
    }
    if (one[0] != other[0]) return one[0] < other[0] ? -1 : 1;
    one.remove_prefix(1);
    other.remove_prefix(1);
  }
  return static_cast<int>(!one.empty()) - static_cast<int>(!other.empty());
}

}  // namespace

bool natural_before(const std::filesystem::path& one, const std::filesystem::path& other) {
  auto a = one.begin(), b = other.begin();
  for (; a != one.end() && b != other.end(); ++a, ++b)
    if (const int order = natural_compare(a->native(), b->native()); order != 0) return order < 0;
  if (a == one.end() && b == other.end()) return one.native() < other.native();
  return a == one.end();
}

}  // namespace tapehead
