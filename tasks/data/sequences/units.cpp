#include "tasks/data/sequences/units.hpp"

namespace tapehead {

std::string_view name_of(Units units) { return units == Units::kCharacters ? "characters" : "words"; }

size_t count_units(std::string_view text, Units units) {
  size_t count = 0;
  for_each_unit(text, units, [&](std::string_view) { ++count; });
  return count;
}

std::string joined(std::span<const std::string_view> units, Units kind) {
  std::string text;
  for (const std::string_view unit : units) {
    if (kind == Units::kWords && !text.empty() && text.back() != '\n' && unit != "\n") text += ' ';
    text += unit;
  }
  return text;
}

}  // namespace tapehead
