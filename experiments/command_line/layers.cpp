#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <fstream>
#include <sstream>
#include <string_view>

#include "autodiff/base/error.hpp"
#include "experiments/options/configuration.hpp"

namespace tapehead {
namespace {

namespace po = boost::program_options;

/// The line numbers of the settings in an INI text, in order, which Boost does not report. Throws for what Boost
/// refuses without a line number, and for "[]", where Boost reads before the start of a string.
std::vector<size_t> setting_lines(const std::string& name, const std::string& text) {
  std::vector<size_t> lines;
  std::istringstream in(text);
  std::string line;
  for (size_t number = 1; std::getline(in, line); ++number) {
    line.resize(std::min(line.find('#'), line.size()));
    const size_t begin = line.find_first_not_of(" \t\r\n"), end = line.find_last_not_of(" \t\r\n");
    if (begin == line.npos) continue;
    line = line.substr(begin, end - begin + 1);
    if (std::any_of(line.begin(), line.end(), [](unsigned char c) { return (c < ' ' && c != '\t') || c == 0x7f; }))
      throw InputError(fmt::format("{}:{}: got \"{}\", with a control character; plain text is needed", name, number,
                                   printable(line)));
    const bool is_section = line.front() == '[' && line.back() == ']';
    if (is_section && line.size() > 2) continue;
    if (is_section || line.find('=') == line.npos)
      throw InputError(
          fmt::format("{}:{}: got \"{}\"; NAME = VALUE or [SECTION] is needed", name, number, printable(line)));
    lines.push_back(number);
  }
  return lines;
}

}  // namespace

Layer ini_layer(const std::string& name, const std::string& file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const std::string text = file.starts_with(kByteOrderMark) ? file.substr(kByteOrderMark.size()) : file;
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
  std::string text(kMostConfigBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(in.gcount()));
  // A directory opens, but reading it sets bad(); a file that does not open fails without reaching its end.
  if (in.bad() || (in.fail() && !in.eof())) throw InputError(file.string() + ": cannot be read; an INI file is needed");
  if (text.size() > kMostConfigBytes)
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

}  // namespace tapehead
