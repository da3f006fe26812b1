#include "experiments/commands/manual/option_help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "autodiff/base/error.hpp"
#include "experiments/commands/terminal/terminal_width.hpp"

namespace tapehead {
namespace {

constexpr size_t kWidestCell = 36;  // a longer cell breaks the line rather than push all others aside
constexpr size_t kGap = 2;

/// Name, accepted values, help.
using HelpRow = std::array<std::string, 3>;

/// The length of a line.
size_t columns() {
  const size_t found = terminal_columns();
  return found == 0 ? kWidest : found;
}

size_t column_width(const std::vector<HelpRow>& rows, size_t column) {
  size_t widest = 0;
  for (const auto& row : rows)
    if (row[column].size() <= kWidestCell) widest = std::max(widest, row[column].size());
  return widest == 0 ? 0 : widest + kGap;
}

/// Blanks up to `column`, on a new line where the last line is already longer.
void pad(std::string& text, size_t column) {
  size_t length = text.size() - (text.rfind('\n') + 1);  // npos + 1 is 0
  if (length >= column) {
    text += '\n';
    length = 0;
  }
  text.append(column - length, ' ');
}

std::string table(const std::vector<HelpRow>& rows) {
  const size_t taken_at = 2 + column_width(rows, 0), beside = taken_at + column_width(rows, 1);
  const size_t narrow = columns() < kWidest ? columns() / 2 : beside;
  const size_t help_at = std::min(beside, narrow);  // in a narrow terminal on a line of its own
  std::string text;
  for (const auto& [name, taken, help] : rows) {
    std::string lines = "  " + name;
    if (!taken.empty()) {
      pad(lines, taken_at);
      lines += taken;
    }
    if (!help.empty()) {
      pad(lines, help_at);
      lines += wrapped(help, help_at, columns());
    }
    text += lines + "\n";
  }
  return text;
}

}  // namespace

OptionWords option_words(const Option& option, const Declarations& declarations) {
  std::string taken = accepted_values(option), help = option.help;
  if (taken.ends_with(',')) taken.pop_back();  // where an error's sentence goes on
  if (option.type == Option::Type::kText) taken = option.is_path ? "a path" : "text";
  if (option.type == Option::Type::kLimits) help += fmt::format(" (for {})", fmt::join(option.both, " and "));
  if (option.type == Option::Type::kChoice && taken.size() > kWidestCell)
    help.append(": ").append(std::exchange(taken, "a choice"));
  if (option.type == Option::Type::kPart) {
    std::vector<std::string> names;
    for (const PartInfo* row : declarations.rows(option.part)) names.push_back(row->name);
    help += fmt::format(": {}", fmt::join(names, ", "));
  }
  if (!option.goes_with.empty())
    help += fmt::format(" (with {} {})", option.goes_with, fmt::join(option.values, " or "));
  if (!option.value.empty()) help += " [" + option.value + "]";
  return {"--" + option.name, taken, help};
}

std::string command_help(const std::string& title, const std::vector<CommandOption>& options) {
  std::vector<HelpRow> rows;
  for (const auto& option : options)
    rows.push_back({"--" + option.name, option.takes_value ? option.value : "", option.help});
  return title + "\n" + table(rows);
}

std::string option_help(const std::string& title, const std::vector<Option>& options,
                        const Declarations& declarations) {
  std::vector<HelpRow> rows;
  for (const auto& option : options) {
    const auto [name, taken, help] = option_words(option, declarations);
    rows.push_back({name, taken, help});
  }
  return title + "\n" + table(rows);
}

std::string part_title(PartKind kind, const PartInfo& row) {
  const std::string title = fmt::format("{} {}: {}", kind_name(kind), row.name, row.summary);
  return row.source.empty() ? title : title + " (" + row.source + ")";
}

std::string alias_words(const PartInfo& row) {
  std::string words;
  for (const auto& [name, value] : row.stands_for)
    words += fmt::format("{}--{} {}", words.empty() ? "stands for " : " ", name, value);
  return words;
}

std::string part_help(PartKind kind, const PartInfo& row, const Declarations& declarations) {
  const std::string alias = alias_words(row);
  return option_help(part_title(kind, row) + (alias.empty() ? "" : "\n  " + alias), row.options, declarations);
}

std::string full_help(const Declarations& declarations) {
  std::string text = option_help("General options", declarations.root, declarations);
  for (const auto kind : kPartKinds)
    for (const PartInfo* row : declarations.rows(kind)) text.append("\n").append(part_help(kind, *row, declarations));
  return text;
}

std::string help_about(const std::string& word, const Declarations& declarations) {
  std::string text;
  std::set<std::string> names;  // of parts and kinds: the options would be hundreds
  const auto add = [&](const std::string& part) { text.append(text.empty() ? "" : "\n").append(part); };
  const auto asked = [&](const std::vector<Option>& options) {
    std::vector<Option> found;
    for (const Option& option : options) {
      if (option.name == word || option.name.starts_with(word + ".")) found.push_back(option);
    }
    return found;
  };
  for (const auto kind : kPartKinds) {
    names.emplace(kind_name(kind));
    for (const PartInfo* row : declarations.rows(kind)) {
      names.insert(row->name);
      const std::vector<Option> options = asked(row->options);
      if (row->name == word || kind_name(kind) == word)
        add(part_help(kind, *row, declarations));
      else if (!options.empty())
        add(option_help(part_title(kind, *row), options, declarations));
    }
  }
  if (const std::vector<Option> general = asked(declarations.root); !general.empty())
    add(option_help("General options", general, declarations));
  if (text.empty()) throw InputError(unknown_name("--help", printable(word), {names.begin(), names.end()}));
  return text;
}

}  // namespace tapehead
