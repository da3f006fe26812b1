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

}  // namespace

std::vector<std::string> split_names() {
  std::vector<std::string> names;
  for (const auto& [name, unused] : kSplits) names.emplace_back(name);
  return names;
}

Split split_option(const CommandLine& line, Split otherwise) {
  if (line.has("split"))
    for (const auto& [name, split] : kSplits)
      if (line.own.at("split") == name) return split;
  return otherwise;
}

std::string split_name(Split split) {
  for (const auto& [name, known] : kSplits)
    if (known == split) return std::string(name);
  return "show";
}

}  // namespace tapehead
