#include "experiments/commands/search_options.hpp"

#include <string>

#include "catalogue/options/option.hpp"
#include "experiments/commands/command.hpp"

namespace tapehead {

const std::vector<CommandOption>& search_options() {
  static const std::vector<CommandOption> all = {
      {"beam", true, "answers looked for side by side, token by token (1: greedy)", "N"},
      {"length-normalisation", true, "alpha of Wu et al. 2016, by which longer answers are worth more (0)", "ALPHA"},
      {"most-tokens", true, "tokens after which an answer is cut off (200)", "N"}};
  return all;
}

SearchSettings search_settings(const CommandLine& line) {
  SearchSettings settings;
  settings.beam = count_option(line, "beam", settings.beam);
  settings.length_normalisation = real_option(line, "length-normalisation", 0, 10, 0);
  settings.most = count_option(line, "most-tokens", settings.most);
  return settings;
}

std::string typed_search_option(const CommandLine& line) {
  for (const CommandOption& option : search_options())
    if (line.has(option.name)) return "--" + option.name;
  return "";
}

double real_option(const CommandLine& line, const std::string& name, double low, double high, double otherwise) {
  const auto found = line.own.find(name);
  if (found == line.own.end()) return otherwise;
  return std::stod(normal_value(Option::real("--" + name, otherwise, low, high, ""), found->second));
}

}  // namespace tapehead
