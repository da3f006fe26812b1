#include "catalogue/options/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "catalogue/options/part_list.hpp"
#include "catalogue/options/settings.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostPoints = 10'000;  // a longer grid is taken for a typing error

/// A bound as the integer that it is: doubles exceed long long's range, where a plain cast is undefined.
long long whole(double bound) {
  constexpr double kBeyond = 0x1p63;
  if (bound >= kBeyond) return std::numeric_limits<long long>::max();
  if (bound <= -kBeyond) return std::numeric_limits<long long>::min();
  return static_cast<long long>(bound);
}

std::string range_in_words(double low, double high) {
  if (std::isinf(low) && std::isinf(high)) return "a finite number";
  if (std::isinf(high)) return fmt::format("a finite number of at least {}", shortest(low));
  if (std::isinf(low)) return fmt::format("a finite number of at most {}", shortest(high));
  return fmt::format("a finite number from {} to {}", shortest(low), shortest(high));
}

std::string in_words(const std::vector<std::string>& choices) {
  if (choices.size() < 2) return fmt::format("{}", fmt::join(choices, ""));
  return fmt::format("{} or {}", fmt::join(choices.begin(), choices.end() - 1, ", "), choices.back());
}

[[noreturn]] void refuse(const Option& option, std::string_view got) {
  throw InputError(fmt::format("{}: got {}; {} is needed", option.name, got, accepted_values(option)));
}

[[noreturn]] void refuse_text(const Option& option, std::string_view text) {
  refuse(option, '"' + printable(text) + '"');
}

std::string normal_integer(const Option& option, std::string_view text) {
  const auto value = read_number<long long>(text);
  if (!value) refuse_text(option, text);
  const std::string normal = std::to_string(*value);
  if (option.type == Option::Type::kLimits) return normal;
  if (*value < whole(option.low) || *value > whole(option.high)) refuse(option, normal);
  if (option.type == Option::Type::kOdd && *value % 2 == 0) refuse(option, normal);
  return normal;
}

std::string normal_real(const Option& option, std::string_view text) {
  const auto value = read_number<double>(text);
  if (!value) refuse_text(option, text);
  const std::string normal = shortest(*value + 0.0);  // -0 becomes 0
  if (*value < option.low || *value > option.high) refuse(option, normal);
  return normal;
}

std::string normal_span(const Option& option, std::string_view text) {
  const bool epochs = text.ends_with(kEpochs);
  const auto value = read_number<double>(epochs ? text.substr(0, text.size() - kEpochs.size()) : text);
  if (!value) refuse_text(option, text);
  const bool whole_number = *value == std::floor(*value) && std::abs(*value) < 1e18;
  const std::string unit(epochs ? kEpochs : "");
  const std::string normal = (whole_number ? std::to_string(static_cast<long long>(*value)) : shortest(*value)) + unit;
  const bool enough = epochs ? *value > 0 || (*value == 0 && option.low == 0) : whole_number && *value >= option.low;
  if (!enough || *value > option.high) refuse(option, normal);
  return normal;
}

std::string normal_flag(const Option& option, std::string_view text) {
  for (const auto* yes : {"true", "on", "yes", "1"})
    if (text == yes) return "true";
  for (const auto* no : {"false", "off", "no", "0"})
    if (text == no) return "false";
  refuse_text(option, text);
}

std::string normal_text(const Option& option, std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const auto is_blank = [&](char c) { return kBlanks.find(c) != kBlanks.npos; };
  const bool has_blank_end = !text.empty() && (is_blank(text.front()) || is_blank(text.back()));
  if (has_blank_end || text.find_first_of("#\r\n") != text.npos) refuse_text(option, text);
  return std::string(text);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> items;
  for (size_t begin = 0;;) {
    const size_t end = text.find(separator, begin);
    items.push_back(text.substr(begin, end - begin));
    if (end == text.npos) return items;
    begin = end + 1;
  }
}

/// The integers of `A..B` or `A..B:STEP`.
std::vector<long long> range_points(std::string_view name, std::string_view range) {
  const size_t dots = range.find("..");
  const size_t colon = range.find(':', dots);
  const auto low = read_number<long long>(range.substr(0, dots));
  const auto high = read_number<long long>(range.substr(dots + 2, colon == range.npos ? colon : colon - dots - 2));
  const auto step = colon == range.npos ? 1 : read_number<long long>(range.substr(colon + 1));
  // Unsigned arithmetic, which wraps: the difference of two long longs may not fit one.
  const auto u = [](long long value) { return static_cast<uint64_t>(value); };
  const auto steps = [&] { return (u(*high) - u(*low)) / u(*step); };
  if (!low || !high || !step || *step <= 0 || *low > *high || steps() >= kMostPoints)
    throw InputError(
        fmt::format("{}: got \"{}\"; a range A..B or A..B:STEP with A no more than B, STEP above 0 and "
                    "at most {} points is needed",
                    name, printable(range), kMostPoints));
  std::vector<long long> points(steps() + 1);
  for (size_t i = 0; i < points.size(); ++i) points[i] = static_cast<long long>(u(*low) + i * u(*step));
  return points;
}

void check_count(std::string_view name, size_t points) {
  if (points > kMostPoints)
    throw InputError(fmt::format("{}: got more than {} values; fewer are needed", name, kMostPoints));
}

Option make(std::string name, Option::Type type, std::string value, std::string help) {
  Option option;
  option.name = std::move(name);
  option.type = type;
  option.value = std::move(value);
  option.help = std::move(help);
  return option;
}

Option make_number(std::string name, Option::Type type, std::string value, double low, double high, std::string help) {
  Option option = make(std::move(name), type, std::move(value), std::move(help));
  option.low = low;
  option.high = high;
  return option;
}

}  // namespace

std::string_view kind_name(PartKind kind) {
  constexpr std::array<std::string_view, kPartKinds.size()> kNames{"task",      "model",     "encoder",    "controller",
                                                                   "attention", "memory",    "addressing", "similarity",
                                                                   "focus",     "optimizer", "curriculum"};
  return kNames.at(static_cast<size_t>(kind));
}

Option Option::integer(std::string name, long long value, long long low, long long high, std::string help) {
  return make_number(std::move(name), Type::kInteger, std::to_string(value), static_cast<double>(low),
                     static_cast<double>(high), std::move(help));
}

Option Option::odd(std::string name, long long value, long long low, long long high, std::string help) {
  return make_number(std::move(name), Type::kOdd, std::to_string(value), static_cast<double>(low),
                     static_cast<double>(high), std::move(help));
}

Option Option::real(std::string name, double value, double low, double high, std::string help) {
  return make_number(std::move(name), Type::kReal, shortest(value), low, high, std::move(help));
}

Option Option::span(std::string name, std::string value, double low, double high, std::string help) {
  return make_number(std::move(name), Type::kSpan, std::move(value), low, high, std::move(help));
}

Option Option::flag(std::string name, bool value, std::string help) {
  return make(std::move(name), Type::kFlag, value ? "true" : "false", std::move(help));
}

Option Option::choice(std::string name, std::string value, std::vector<std::string> choices, std::string help) {
  Option option = make(std::move(name), Type::kChoice, std::move(value), std::move(help));
  option.choices = std::move(choices);
  return option;
}

Option Option::a_part(std::string name, PartKind part, std::string value, std::string help) {
  Option option = make(std::move(name), Type::kPart, std::move(value), std::move(help));
  option.part = part;
  return option;
}

Option Option::list(std::string name, PartKind part, std::string value, std::vector<std::string> choices,
                    std::string help) {
  Option option = make(std::move(name), Type::kParts, std::move(value), std::move(help));
  option.part = part;
  option.choices = std::move(choices);
  return option;
}

Option Option::text(std::string name, std::string value, std::string help) {
  return make(std::move(name), Type::kText, std::move(value), std::move(help));
}

Option Option::path(std::string name, std::string help) {
  Option option = text(std::move(name), "", std::move(help));
  option.is_path = true;
  return option;
}

Option Option::limits(std::string name, std::vector<std::string> both, std::string help) {
  Option option = make(std::move(name), Type::kLimits, "", std::move(help));
  option.both = std::move(both);
  return option;
}

bool Option::counts(const Settings& settings) const {
  return goes_with.empty() || std::find(values.begin(), values.end(), settings.text(goes_with)) != values.end();
}

std::string accepted_values(const Option& option) {
  switch (option.type) {
    case Option::Type::kInteger: return fmt::format("an integer from {} to {}", whole(option.low), whole(option.high));
    case Option::Type::kOdd: return fmt::format("an odd integer from {} to {}", whole(option.low), whole(option.high));
    case Option::Type::kReal: return range_in_words(option.low, option.high);
    case Option::Type::kSpan:
      return fmt::format("an integer from {} to {}, or epochs such as 20epochs,", whole(option.low),
                         whole(option.high));
    case Option::Type::kFlag: return "true or false (on or off)";
    case Option::Type::kChoice: return in_words(option.choices);
    case Option::Type::kPart: return fmt::format("the {}'s name", kind_name(option.part));
    case Option::Type::kParts: {
      std::vector<std::string> words = {std::string(kind_name(option.part))};
      words.insert(words.end(), option.choices.begin(), option.choices.end());
      return fmt::format("a list of {} names, or {},", words.front(), in_words(words));
    }
    case Option::Type::kText: return "text without #, line breaks and blanks at its ends";
    case Option::Type::kLimits: return "an integer";
  }
  throw std::logic_error("accepted_values: " + option.name + " has no known type");
}

std::string normal_value(const Option& option, std::string_view text) {
  switch (option.type) {
    case Option::Type::kInteger:
    case Option::Type::kOdd:
    case Option::Type::kLimits: return normal_integer(option, text);
    case Option::Type::kReal: return normal_real(option, text);
    case Option::Type::kSpan: return normal_span(option, text);
    case Option::Type::kFlag: return normal_flag(option, text);
    case Option::Type::kPart: return std::string(text);
    case Option::Type::kParts: listed_parts(option.name, text); return normal_text(option, text);
    case Option::Type::kText: return normal_text(option, text);
    case Option::Type::kChoice: break;
  }
  const auto found = std::find(option.choices.begin(), option.choices.end(), text);
  if (found == option.choices.end()) throw InputError(unknown_name(option.name, printable(text), option.choices));
  return *found;
}

std::vector<std::string> expand_grid(const Option& option, std::string_view text) {
  if (option.type == Option::Type::kText || option.type == Option::Type::kParts) return {normal_value(option, text)};
  const bool has_ranges = option.type == Option::Type::kInteger || option.type == Option::Type::kOdd ||
                          option.type == Option::Type::kLimits;
  std::vector<std::string> points;
  for (const auto item : split(text, ',')) {
    if (has_ranges && item.find("..") != item.npos)
      for (const long long point : range_points(option.name, item))
        points.push_back(normal_value(option, std::to_string(point)));
    else
      points.push_back(normal_value(option, item));
    check_count(option.name, points.size());
  }
  return points;
}

std::vector<uint64_t> parse_seeds(std::string_view text) {
  const Option seed = Option::integer("seeds", 1, 0, std::numeric_limits<long long>::max(), "");
  std::vector<uint64_t> seeds;
  std::set<std::string> seen;
  for (const auto& point : expand_grid(seed, text)) {
    if (!seen.insert(point).second)
      throw InputError(fmt::format("seeds: got {} twice; each seed once is needed", point));
    seeds.push_back(*read_number<uint64_t>(point));
  }
  return seeds;
}

}  // namespace tapehead
