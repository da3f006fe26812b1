#include "tasks/data/text/percent.hpp"

#include <fmt/format.h>

namespace tapehead {
namespace {

constexpr int kMostDecimals = 17;  // of a double; what is closer to 0 or 1 cannot be distinguished from it

std::string with_commas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

}  // namespace

std::string percent(double part, double whole, int decimals) {
  if (whole == 0) return "- %";
  const double share = 100 * (part / whole);
  if (part == 0 || part == whole) return fmt::format("{:g} %", share);
  const auto reads_as_an_end = [](const std::string& text) {
    return text.find_first_of("123456789", text.starts_with("100") ? 1 : 0) == text.npos;
  };
  std::string text = fmt::format("{:.{}f}", share, decimals);
  while (decimals < kMostDecimals && reads_as_an_end(text)) text = fmt::format("{:.{}f}", share, ++decimals);
  return text + " %";
}

std::string count_of(uint64_t part, uint64_t whole) {
  return fmt::format("{} of {}", with_commas(part), with_commas(whole));
}

std::string share_of(uint64_t part, uint64_t whole) {
  return fmt::format("{} ({})", count_of(part, whole), percent(static_cast<double>(part), static_cast<double>(whole)));
}

}  // namespace tapehead
