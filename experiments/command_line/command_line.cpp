#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <sstream>

#include "autodiff/base/error.hpp"
#include "experiments/options/universe.hpp"

namespace tapehead {
namespace {

namespace po = boost::program_options;

constexpr std::string_view kCommandLine = "command line";

/// Boost's parser, with errors in our words.
std::vector<po::option> boost_options(const std::vector<std::string>& arguments, const po::options_description& known,
                                      const std::vector<std::string>& names) {
  const auto bare = [](const std::string& token) {  // "--name=value" → "name"
    const size_t begin = std::min(token.find_first_not_of('-'), token.size());
    return token.substr(begin, token.find('=', begin) - begin);
  };
  try {
    // No short names (-3 is a value), and no abbreviated ones.
    const int style = po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent |
                      po::command_line_style::long_allow_next;
    return po::command_line_parser(arguments).options(known).style(style).run().options;
  } catch (const po::unknown_option& error) {
    throw unknown_option(std::string(kCommandLine), bare(error.get_option_name()), names);
  } catch (const po::invalid_command_line_syntax& error) {
    const bool is_extra = error.kind() == po::invalid_syntax::extra_parameter;
    throw InputError(fmt::format("{}: {}", bare(error.get_option_name()),
                                 is_extra ? "got a value; it takes none" : "got no value; one is needed"));
  }
}

/// Throws where there are choices and `value` is not among them.
void check_choice(const std::string& where, const std::string& value, const std::vector<std::string>& choices) {
  if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end())
    throw InputError(unknown_name(where, printable(value), choices));
}

void check_positionals(const CommandLine& line, const Positionals& positionals) {
  for (size_t i = 0; i < line.positionals.size(); ++i) {
    const std::string& text = line.positionals[i];
    if (i >= positionals.most || (text.size() > 1 && text.front() == '-'))
      throw InputError(fmt::format("{}: got an unexpected \"{}\"; options are written --NAME VALUE{}{}", kCommandLine,
                                   printable(text), positionals.most ? ", other arguments are " : "",
                                   positionals.name));
    check_choice(std::string(kCommandLine), text, positionals.choices);
  }
  if (line.positionals.size() < positionals.least && !line.has("help"))
    throw InputError(fmt::format("{}: got {} {}; at least {} is needed", kCommandLine, line.positionals.size(),
                                 positionals.name, positionals.least));
}

}  // namespace

std::vector<std::string> CommandLine::all_of(std::string_view name) const {
  std::vector<std::string> values;
  const auto found = own.find(name);
  if (found == own.end()) return values;
  std::istringstream lines(found->second + '\n');
  for (std::string value; std::getline(lines, value);) values.push_back(value);
  return values;
}

CommandLine parse_command_line(const std::vector<std::string>& arguments, const std::vector<CommandOption>& own,
                               const Positionals& positionals, const Declarations& declarations,
                               const std::vector<std::string>& named) {
  std::vector<std::string> names;
  po::options_description known;
  const auto add = [&](const std::string& name, bool takes_value) {
    if (takes_value)
      known.add_options()(name.c_str(), po::value<std::string>(), "");
    else
      known.add_options()(name.c_str(), "");
  };
  for (const auto& option : own) {
    add(option.name, option.takes_value);
    names.push_back(option.name);
  }
  for (const auto& name : names_of(all_declarations(declarations))) {
    add(name, true);
    if (std::any_of(named.begin(), named.end(), [&](const auto& start) { return name.starts_with(start); }))
      names.push_back(name);
  }

  CommandLine line;
  line.settings = {std::string(kCommandLine), true, {}};
  for (const auto& option : boost_options(arguments, known, names)) {
    const std::string& name = option.string_key;
    if (name.empty()) {
      line.positionals.push_back(option.original_tokens.at(0));
      continue;
    }
    // Boost takes whatever follows as the value, even the next option.
    if (option.original_tokens.size() > 1 && option.original_tokens[1].starts_with("--"))
      throw InputError(
          fmt::format("{}: got no value but {}; one is needed", name, printable(option.original_tokens[1])));
    const auto is_own = std::find_if(own.begin(), own.end(), [&](const auto& o) { return o.name == name; });
    const std::string value = option.value.empty() ? "true" : option.value[0];
    if (is_own != own.end()) check_choice("--" + name, value, is_own->choices);
    if (is_own != own.end() && is_own->repeats && value.find('\n') != value.npos)
      throw InputError(fmt::format("--{}: got {}, with a line end; one line is needed", name, printable(value)));
    if (is_own != own.end() && is_own->repeats && line.has(name)) {
      line.own[name] += '\n' + value;
      continue;
    }
    const bool is_new = is_own != own.end()
                            ? line.own.emplace(name, value).second
                            : line.settings.entries.try_emplace(name, Layer::Entry{value, "", ""}).second;
    if (!is_new) throw InputError(name + ": got it twice on the command line; once is needed");
  }
  check_positionals(line, positionals);
  return line;
}

Configuration configure(const Declarations& declarations, const std::filesystem::path& presets,
                        const CommandLine& line) {
  std::vector<Layer> layers;
  if (const auto preset = line.own.find("preset"); preset != line.own.end())
    layers.push_back(preset_layer(presets, preset->second));
  if (const auto file = line.own.find("config"); file != line.own.end()) layers.push_back(file_layer(file->second));
  layers.push_back(line.settings);
  return resolve(declarations, std::move(layers));
}

}  // namespace tapehead
