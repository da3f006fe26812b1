#include "catalogue/options/settings.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"

namespace tapehead {
namespace {

// Values are checked when they are set, so another type is a mistake in the code that asks for it.
template <class Number>
Number read(std::string_view name, const std::string& text) {
  if (const auto value = read_number<Number>(text)) return *value;
  throw std::invalid_argument("settings: " + std::string(name) + " holds \"" + text + "\", not the number asked for");
}

template <class Number>
std::string shortest_text(Number value) {
#ifdef __cpp_lib_to_chars
  char buffer[64];  // the longest double takes 24 characters
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
#else
  return fmt::format("{}", value);
#endif
}

}  // namespace

const std::string& Settings::text(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw std::out_of_range("settings: no selected part declares " + std::string(name));
  return found->second;
}

long long Settings::integer(std::string_view name) const { return read<long long>(name, text(name)); }

double Settings::real(std::string_view name) const { return read<double>(name, text(name)); }

bool Settings::flag(std::string_view name) const {
  const std::string& value = text(name);
  if (value != "true" && value != "false")
    throw std::invalid_argument("settings: " + std::string(name) + " holds \"" + value + "\", not a flag");
  return value == "true";
}

uint64_t Settings::sequences(std::string_view name, size_t epoch) const {
  constexpr double kMost = 1e15;  // more than any training, exact in a double
  const std::string& value = text(name);
  if (!value.ends_with(kEpochs)) return static_cast<uint64_t>(read<double>(name, value));
  if (epoch == 0)
    throw InputError(std::string(name) + ": got " + value +
                     "; the task draws episodes without end, and a number of sequences is needed");
  const double epochs = read<double>(name, value.substr(0, value.size() - kEpochs.size()));
  const double sequences = epochs * static_cast<double>(epoch);
  if (sequences > kMost)
    throw InputError(std::string(name) + ": got " + value + ", of " + std::to_string(epoch) +
                     " episodes each; fewer are needed");
  return epochs > 0 ? std::max(uint64_t{1}, static_cast<uint64_t>(std::llround(sequences))) : 0;
}

std::string shortest(double value) { return shortest_text(value); }
std::string shortest(float value) { return shortest_text(value); }

}  // namespace tapehead
