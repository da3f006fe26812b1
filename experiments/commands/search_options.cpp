#include "experiments/commands/search_options.hpp"

#include <string>

#include "experiments/command_line/own_options.hpp"

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

}  // namespace tapehead
