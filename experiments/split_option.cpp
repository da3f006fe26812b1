#include "experiments/split_option.hpp"

#include "autodiff/error.hpp"

namespace tapehead {

Split split_option(const CommandLine& line, Split otherwise) {
  static const std::vector<std::pair<std::string, Split>> kSplits = {{"eval", Split::kEval},
                                                                     {"final", Split::kFinal},
                                                                     {"validation", Split::kValidation},
                                                                     {"train", Split::kTrain},
                                                                     {"test", Split::kTest}};
  if (!line.has("split")) return otherwise;
  const std::string& name = line.own.at("split");
  std::vector<std::string> names;
  for (const auto& [known, split] : kSplits) {
    if (known == name) return split;
    names.push_back(known);
  }
  throw InputError(unknown_name("--split", name, names));
}

}  // namespace tapehead
