#include "experiments/commands/split_option.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace tapehead {
namespace {

constexpr std::array<std::pair<std::string_view, Split>, 5> kSplits{{{"eval", Split::kEval},
                                                                     {"final", Split::kFinal},
                                                                     {"validation", Split::kValidation},
                                                                     {"train", Split::kTrain},
                                                                     {"test", Split::kTest}}};
constexpr std::string_view kShow = "show";

}  // namespace

std::vector<std::string> split_names() {
  std::vector<std::string> names;
  for (const auto& [name, unused] : kSplits) names.emplace_back(name);
  return names;
}

std::optional<Split> find_split(std::string_view name) {
  for (const auto& [known, split] : kSplits)
    if (known == name) return split;
  return name == kShow ? std::optional(Split::kShow) : std::nullopt;
}

Split split_option(const CommandLine& line, Split otherwise) {
  return line.has("split") ? find_split(line.own.at("split")).value_or(otherwise) : otherwise;
}

std::string split_name(Split split) {
  for (const auto& [name, known] : kSplits)
    if (known == split) return std::string(name);
  return std::string(kShow);
}

}  // namespace tapehead
