#include "experiments/configuration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

#include "autodiff/error.hpp"

namespace tapehead {
namespace {

namespace po = boost::program_options;

constexpr std::string_view kCommandLine = "command line";
constexpr std::uintmax_t kMostBytes = 1 << 20;  // no configuration is that long; /dev/zero is longer

/// One option as one part (or nobody: the root) declares it.
struct Declaration {
  const Option* option;
  const PartInfo* row;  // nullptr: general
  PartKind kind;        // of the row
};

using Universe = std::map<std::string, std::vector<Declaration>, std::less<>>;

Universe all_declarations(const Declarations& declarations) {
  Universe all;
  for (const auto& option : declarations.root) all[option.name].push_back({&option, nullptr, {}});
  for (const auto kind : kPartKinds)
    for (const PartInfo* row : declarations.rows(kind))
      for (const auto& option : row->options) all[option.name].push_back({&option, row, kind});
  return all;
}

std::vector<std::string> names_of(const Universe& universe) {
  std::vector<std::string> names;
  for (const auto& [name, unused] : universe) names.push_back(name);
  return names;
}

/// The error for an option that nothing declares. A long list helps nobody, so where the part before the dot is
/// right, only its options are listed.
InputError unknown_option(const std::string& where, std::string_view got, const std::vector<std::string>& valid) {
  std::vector<std::string> kin;
  if (const size_t dot = got.find('.'); dot != got.npos)
    std::copy_if(valid.begin(), valid.end(), std::back_inserter(kin),
                 [&](const std::string& name) { return name.starts_with(got.substr(0, dot + 1)); });
  return InputError(unknown_name(where, printable(got), kin.empty() ? valid : kin));
}

/// The line numbers of the settings in an INI text, in order: Boost reads them but does not tell. Throws for what
/// Boost refuses without a line number, and for "[]", where it reads past a string's beginning.
std::vector<size_t> setting_lines(const std::string& name, const std::string& text) {
  std::vector<size_t> lines;
  std::istringstream in(text);
  std::string line;
  for (size_t number = 1; std::getline(in, line); ++number) {
    line.resize(std::min(line.find('#'), line.size()));
    const size_t begin = line.find_first_not_of(" \t\r\n"), end = line.find_last_not_of(" \t\r\n");
    if (begin == line.npos) continue;
    line = line.substr(begin, end - begin + 1);
    const bool is_section = line.front() == '[' && line.back() == ']';
    if (is_section && line.size() > 2) continue;
    if (is_section || line.find('=') == line.npos)
      throw InputError(
          fmt::format("{}:{}: got \"{}\"; NAME = VALUE or [SECTION] is needed", name, number, printable(line)));
    lines.push_back(number);
  }
  return lines;
}

/// Finds what each option is to be, from the top choices downwards.
class Resolver final {
 public:
  Resolver(const Declarations& declarations, std::vector<Layer> layers)
      : declarations_(declarations), universe_(all_declarations(declarations)), layers_(std::move(layers)) {
    layers_.insert(layers_.begin(), Layer{"defaults", false, {}});  // for what a default that is an alias stands for
  }

  Configuration resolve() {
    for (auto& layer : layers_) {
      refuse_unknown(layer);
      std::vector<std::string> names;
      for (const auto& [name, unused] : layer.entries) names.push_back(name);
      for (const auto& name : names) expand_alias(layer, name);
    }
    bring_to_life(declarations_.root);
    for (const auto& layer : layers_) report_unused(layer);
    return std::move(result_);
  }

 private:
  void refuse_unknown(const Layer& layer) const {
    for (const auto& [name, entry] : layer.entries)
      if (!universe_.contains(name)) {
        const std::string where = entry.where.substr(0, entry.where.rfind(": "));
        throw unknown_option(where.empty() ? layer.name : where, name, names_of(universe_));
      }
  }

  const PartInfo* find_row(PartKind kind, const Layer::Entry& entry, const std::string& name) const {
    std::vector<std::string> valid;
    for (const PartInfo* row : declarations_.rows(kind)) {
      if (row->name == entry.value) return row;
      valid.push_back(row->name);
    }
    throw InputError(entry.where + unknown_name(name, printable(entry.value), valid));
  }

  /// An alias gives way to what it stands for, in its own layer; so `--model lstm` on the command line overrules a
  /// preset's memory, and `--memory ntm` there overrules that of a preset's `model = lstm`.
  void expand_alias(Layer& layer, const std::string& name) {
    const auto& declared = universe_.at(name);
    const Layer::Entry entry = layer.entries.at(name);
    if (declared.front().option->type != Option::Type::kPart) return;
    const PartInfo* row = find_row(declared.front().option->part, entry, name);
    if (row->stands_for.empty()) return;
    layer.entries.erase(name);
    for (const auto& [implied, value] : row->stands_for)
      imply(layer, name + " " + row->name, entry.where, implied, value);
    // The choice itself was typed, whatever name it now goes by: it must be reported if it comes to nothing.
    if (const auto own = layer.entries.find(name); own != layer.entries.end()) own->second.through = entry.through;
  }

  static void imply(Layer& layer, const std::string& cause, const std::string& where, const std::string& name,
                    const std::string& value) {
    const auto [at, is_new] = layer.entries.try_emplace(name, Layer::Entry{value, where, cause});
    if (!is_new && at->second.value != value)
      throw InputError(fmt::format("{}{}: got {}, but {} stands for {} {}; one of the two is needed", at->second.where,
                                   name, printable(at->second.value), printable(cause), name, printable(value)));
  }

  void bring_to_life(const std::vector<Option>& options) {
    for (const auto& option : options)
      if (option.type == Option::Type::kLimits) set_limits(option);
    for (const auto& option : options)
      if (option.type != Option::Type::kLimits) settle(option);
  }

  void set_limits(const Option& option) {
    for (auto& layer : layers_) {
      const auto found = layer.entries.find(option.name);
      if (found == layer.entries.end()) continue;
      const Layer::Entry entry = found->second;
      for (const auto& target : option.both)
        imply(layer, option.name + " " + entry.value, entry.where, target, entry.value);
    }
    declare_live(option);
    result_.limits.push_back(&option);
  }

  void settle(const Option& option) {
    declare_live(option);
    result_.live.push_back(&option);
    if (option.type != Option::Type::kPart) {
      result_.settings.set(option.name, checked(option, strongest(option)));
      return;
    }
    if (!is_said(option.name)) {
      layers_.front().entries[option.name] = {option.value, "", ""};
      expand_alias(layers_.front(), option.name);
    }
    const Layer::Entry entry = strongest(option);
    const PartInfo* row = find_row(option.part, entry, option.name);
    if (!row->stands_for.empty()) throw std::logic_error("configuration: an alias stands for the alias " + row->name);
    result_.settings.set(option.name, row->name);
    result_.selected.emplace_back(option.part, row);
    bring_to_life(row->options);
  }

  void declare_live(const Option& option) {
    if (!live_names_.insert(option.name).second)
      throw std::logic_error("configuration: two selected parts declare " + option.name);
  }

  bool is_said(const std::string& name) const {
    return std::any_of(layers_.begin(), layers_.end(), [&](const Layer& l) { return l.entries.contains(name); });
  }

  Layer::Entry strongest(const Option& option) const {
    for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer)
      if (const auto found = layer->entries.find(option.name); found != layer->entries.end()) return found->second;
    return {option.value, "", ""};
  }

  static std::string checked(const Option& option, const Layer::Entry& entry) {
    try {
      return normal_value(option, entry.value);
    } catch (const InputError& error) {
      const std::string through = entry.through.empty() ? "" : "from " + printable(entry.through) + ": ";
      throw InputError(entry.where + through + error.what());
    }
  }

  /// An option of a part that is not selected in the end.
  void report_unused(const Layer& layer) {
    std::vector<std::string> unused;
    for (const auto& [name, entry] : layer.entries) {
      if (!entry.through.empty() || live_names_.contains(name)) continue;
      if (layer.must_apply)
        throw InputError(
            fmt::format("{}{}: an option of {}; selected: {}", entry.where, name, owners(name), selection()));
      unused.push_back(name);
    }
    if (!unused.empty())
      result_.notes.push_back(fmt::format("{}: ignored, for no selected part has them: {}; selected: {}", layer.name,
                                          fmt::join(unused, ", "), selection()));
  }

  /// "memory ntm, dnc"
  std::string owners(const std::string& name) const {
    std::map<PartKind, std::vector<std::string>> rows;
    for (const auto& declaration : universe_.at(name))
      if (declaration.row) rows[declaration.kind].push_back(declaration.row->name);
    std::string text;
    for (const auto& [kind, row_names] : rows)
      text += fmt::format("{}{} {}", text.empty() ? "" : "; ", kind_name(kind), fmt::join(row_names, ", "));
    return text;
  }

  /// "task copy, model memory-machine, ..."
  std::string selection() const {
    std::string text;
    for (const auto& [kind, row] : result_.selected)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind_name(kind), row->name);
    return text.empty() ? "no part" : text;
  }

  const Declarations& declarations_;
  Universe universe_;
  std::vector<Layer> layers_;  // the weakest first; the first holds defaults
  std::set<std::string> live_names_;
  Configuration result_;
};

/// Boost's own parse, with its errors in our words.
std::vector<po::option> boost_options(const std::vector<std::string>& arguments, const po::options_description& known,
                                      const std::vector<std::string>& names) {
  const auto bare = [](const std::string& token) {  // "--name=value" → "name"
    const size_t begin = std::min(token.find_first_not_of('-'), token.size());
    return token.substr(begin, token.find('=', begin) - begin);
  };
  try {
    // No short names (so -3 is a value) and no guessing of shortened ones.
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

void check_positionals(const CommandLine& line, const Positionals& positionals) {
  for (size_t i = 0; i < line.positionals.size(); ++i) {
    const std::string& text = line.positionals[i];
    if (i >= positionals.most || (text.size() > 1 && text.front() == '-'))
      throw InputError(fmt::format("{}: got an unexpected \"{}\"; options are written --NAME VALUE{}{}", kCommandLine,
                                   printable(text), positionals.most ? ", other arguments are " : "",
                                   positionals.name));
  }
  if (line.positionals.size() < positionals.least && !line.has("help"))
    throw InputError(fmt::format("{}: got {} {}; at least {} is needed", kCommandLine, line.positionals.size(),
                                 positionals.name, positionals.least));
}

}  // namespace

Layer ini_layer(const std::string& name, const std::string& text) {
  const auto lines = setting_lines(name, text);
  std::istringstream in(text);
  const auto parsed = po::parse_config_file(in, po::options_description(), true);
  Layer layer{name, false, {}};
  for (size_t i = 0; i < parsed.options.size(); ++i) {
    const auto& [key, value] = std::pair(parsed.options[i].string_key, parsed.options[i].value.at(0));
    const std::string where = fmt::format("{}:{}: ", name, lines.at(i));
    if (key == "preset" || key == "config")
      throw InputError(where + key + ": got it in a file; it belongs on the command line");
    if (!layer.entries.try_emplace(key, Layer::Entry{value, where, ""}).second)
      throw InputError(where + printable(key) + ": got it a second time; once in a file is needed");
  }
  return layer;
}

Layer file_layer(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text(kMostBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(in.gcount()));
  // A directory opens, but is bad to read; what does not open fails without a byte and without an end.
  if (in.bad() || (in.fail() && !in.eof())) throw InputError(file.string() + ": cannot be read; an INI file is needed");
  if (text.size() > kMostBytes)
    throw InputError(file.string() + ": got more than 1 MiB; an INI file of settings is needed");
  return ini_layer(file.string(), text);
}

std::vector<std::string> preset_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code missing;  // no folder, no presets
  for (const auto& file : std::filesystem::directory_iterator(folder, missing))
    if (file.path().extension() == ".ini") names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Layer preset_layer(const std::filesystem::path& folder, const std::string& name) {
  const auto names = preset_names(folder);
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw InputError(unknown_name("preset", printable(name), names));
  return file_layer(folder / (name + ".ini"));
}

Layer stored_layer(const Settings& settings, const std::string& name) {
  Layer layer{name, false, {}};
  for (const auto& [key, value] : settings.values()) layer.entries[key] = {value, name + ": ", ""};
  return layer;
}

const Option* Configuration::find(std::string_view name) const {
  for (const auto* options : {&live, &limits})
    for (const Option* option : *options)
      if (option->name == name) return option;
  return nullptr;
}

Configuration resolve(const Declarations& declarations, std::vector<Layer> layers) {
  return Resolver(declarations, std::move(layers)).resolve();
}

std::string to_ini(const Configuration& configuration) {
  std::vector<std::pair<std::string, std::string>> groups;  // in order of appearance
  for (const Option* option : configuration.live) {
    const std::string first = option->name.substr(0, option->name.find('.'));
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == first; });
    if (group == groups.end()) group = groups.insert(groups.end(), {first, ""});
    group->second += fmt::format("{} = {}\n", option->name, configuration.settings.text(option->name));
  }
  std::string text;
  for (const auto& [unused, lines] : groups) text += (text.empty() ? "" : "\n") + lines;
  return text;
}

CommandLine parse_command_line(const std::vector<std::string>& arguments, const std::vector<CommandOption>& own,
                               const Positionals& positionals, const Declarations& declarations) {
  std::vector<std::string> names;
  po::options_description known;
  const auto add = [&](const std::string& name, bool takes_value) {
    names.push_back(name);
    if (takes_value)
      known.add_options()(name.c_str(), po::value<std::string>(), "");
    else
      known.add_options()(name.c_str(), "");
  };
  for (const auto& option : own) add(option.name, option.takes_value);
  for (const auto& name : names_of(all_declarations(declarations))) add(name, true);

  CommandLine line;
  line.settings = {std::string(kCommandLine), true, {}};
  for (const auto& option : boost_options(arguments, known, names)) {
    const std::string& name = option.string_key;
    if (name.empty()) {
      line.positionals.push_back(option.original_tokens.at(0));
      continue;
    }
    // Boost takes whatever follows for the value, even the next option.
    if (option.original_tokens.size() > 1 && option.original_tokens[1].starts_with("--"))
      throw InputError(
          fmt::format("{}: got no value but {}; one is needed", name, printable(option.original_tokens[1])));
    const bool is_own = std::any_of(own.begin(), own.end(), [&](const auto& o) { return o.name == name; });
    const std::string value = option.value.empty() ? "true" : option.value[0];
    const bool is_new = is_own ? line.own.emplace(name, value).second
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
