#include "experiments/commands/run_lists/run_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "autodiff/base/error.hpp"
#include "catalogue/metrics/metric.hpp"
#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"
#include "experiments/runs/metrics_csv.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostOptions = 6;                                             // columns of a table; more are in --csv
constexpr size_t kWidestText = 28;                                             // characters; longer ones are cut
constexpr const char* kNumbers[] = {"sequences", "cost", "error", "seconds"};  // columns of the table

/// The options in which not all runs agree: the parts (task, model, memory ...), then what they are set to, by name.
std::vector<std::string> options_of(const std::vector<ListedRun>& runs) {
  size_t readable = 0;
  std::map<std::string, std::multiset<std::string>> values;
  for (const ListedRun& run : runs) {
    if (run.state == "damaged") continue;
    ++readable;
    for (const auto& [name, value] : run.summary.options) values[name].insert(value);
  }
  std::vector<std::string> differing;
  for (const auto& [name, all] : values)
    if (all.count(*all.begin()) < readable) differing.push_back(name);
  std::stable_partition(differing.begin(), differing.end(),
                        [](const std::string& name) { return name.find('.') == name.npos; });
  return differing;
}

bool is_column(const std::string& name, const std::vector<std::string>& options) {
  static const std::vector<std::string> own = {"run",  "name", "state",      "note",
                                               "goal", "tag",  "parameters", "perfect_episodes"};
  return std::find(own.begin(), own.end(), name) != own.end() ||
         std::find(std::begin(kNumbers), std::end(kNumbers), name) != std::end(kNumbers) ||
         std::find(options.begin(), options.end(), name) != options.end();
}

/// The extra number to show, where no column has it.
std::string shown_besides(const std::string& also, const std::vector<std::string>& options) {
  return also.empty() || is_column(also, options) ? "" : also;
}

std::string cut(const std::string& text) {
  const std::string line = printable(text);
  if (line.size() <= kWidestText) return line;
  size_t end = kWidestText - 3;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;  // no half character
  return line.substr(0, end) + "...";
}

std::string option_text(const ListedRun& run, const std::string& option) { return run.text(option).value_or(""); }

std::string tags_text(const ListedRun& run) { return fmt::format("{}", fmt::join(run.notes.tags, " ")); }

using Cells = std::vector<std::string>;

std::string aligned(const std::vector<Cells>& rows) {
  std::vector<size_t> widths(rows[0].size(), 0);
  for (const Cells& row : rows)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i)
      if (widths[i] > 0) line += fmt::format("{}{:{}}", line.empty() ? "" : "  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

/// The table with at most `most` options.
std::string table_of(const std::vector<ListedRun>& runs, const std::string& also, size_t most) {
  std::vector<std::string> options = options_of(runs);
  const std::string besides = shown_besides(also, options);
  const size_t hidden = options.size() - std::min(options.size(), most);
  // The option that was asked for comes first, so that it is shown even where others are cut.
  std::stable_partition(options.begin(), options.end(), [&](const std::string& one) { return one == also; });
  options.resize(options.size() - hidden);
  const auto any = [&](const auto& what) { return std::any_of(runs.begin(), runs.end(), what); };
  const bool named = any([](const ListedRun& run) { return !run.summary.name.empty(); });
  std::vector<Cells> rows = {{"run", "state"}};
  if (named) rows[0].insert(rows[0].begin() + 1, "name");
  const auto has = [&](const std::string& name) {
    return any([&](const ListedRun& run) { return run.number(name).has_value(); });
  };
  std::vector<std::string> numbers;
  for (const char* name : kNumbers)
    if (has(name)) numbers.emplace_back(name);
  if (!besides.empty()) numbers.push_back(besides);
  const bool has_goals =
      any([](const ListedRun& run) { return !run.summary.goal.empty() && run.summary.goal != "bits"; });
  if (has_goals) rows[0].emplace_back("goal");  // what the cost is
  rows[0].insert(rows[0].end(), numbers.begin(), numbers.end());
  rows[0].insert(rows[0].end(), options.begin(), options.end());
  const bool tagged = any([](const ListedRun& run) { return !run.notes.tags.empty(); });
  const bool noted = any([](const ListedRun& run) { return !run.notes.note.empty(); });
  if (tagged) rows[0].emplace_back("tags");
  if (noted) rows[0].emplace_back("note");
  for (const ListedRun& run : runs) {
    Cells row = {printable(run.name), run.state};
    if (named) row.insert(row.begin() + 1, printable(run.summary.name));
    if (has_goals) row.push_back(with_unit(run.summary.goal));
    for (const std::string& name : numbers) {
      const auto value = run.number(name);
      const bool is_count = name == "sequences";
      row.push_back(value ? is_count ? fmt::format("{:.0f}", *value) : fmt::format("{:.4g}", *value) : "-");
    }
    for (const std::string& option : options) row.push_back(cut(option_text(run, option)));
    if (tagged) row.push_back(cut(tags_text(run)));
    if (noted) row.push_back(printable(run.notes.note));
    rows.push_back(std::move(row));
  }
  std::string text = aligned(rows);
  if (hidden > 0) text += fmt::format("{} more options differ; --csv - tells them\n", hidden);
  return text;
}

size_t longest_line(const std::string& text) {
  size_t longest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

}  // namespace

std::string run_table(const std::vector<ListedRun>& runs, const std::string& also, size_t columns) {
  for (size_t most = kMostOptions;; --most) {
    std::string text = table_of(runs, also, most);
    if (most == 0 || columns == 0 || longest_line(text) <= columns) return text;
  }
}

std::string run_csv(const std::vector<ListedRun>& runs, const std::string& also) {
  const std::vector<std::string> options = options_of(runs);
  std::vector<std::string> numbers = {"sequences", "cost", "error", "seconds", "parameters", "perfect_episodes"};
  if (const std::string besides = shown_besides(also, options); !besides.empty()) numbers.push_back(besides);
  const auto line = [](const Cells& row) {
    std::string text;
    for (const std::string& field : row) text += (text.empty() ? "" : ",") + csv_row({field});
    return text + "\n";
  };
  Cells header = {"run", "name", "state", "goal"};
  header.insert(header.end(), numbers.begin(), numbers.end());
  header.insert(header.end(), {"tags", "note"});
  header.insert(header.end(), options.begin(), options.end());
  std::string text = line(header);
  for (const ListedRun& run : runs) {
    Cells row = {printable(run.name), printable(run.summary.name), run.state, run.summary.goal};
    for (const std::string& name : numbers) {
      const auto value = run.number(name);
      row.push_back(value ? shortest(*value) : "");
    }
    row.insert(row.end(), {printable(tags_text(run)), printable(run.notes.note)});
    for (const std::string& option : options) row.push_back(option_text(run, option));
    text += line(row);
  }
  return text;
}

Json run_json(const std::vector<ListedRun>& runs, const std::string& also) {
  const std::vector<std::string> options = options_of(runs);
  std::vector<std::string> numbers = {"sequences", "cost", "error", "seconds", "parameters", "perfect_episodes"};
  if (const std::string besides = shown_besides(also, options); !besides.empty()) numbers.push_back(besides);
  Json all = Json::list();
  for (const ListedRun& run : runs) {
    Json row{{"run", run.name},    {"name", run.summary.name}, {"directory", run.summary.directory.string()},
             {"state", run.state}, {"goal", run.summary.goal}, {"goal_unit", measure_of(run.summary.goal)}};
    for (const std::string& name : numbers) {
      const auto value = run.number(name);
      row.set(name, value ? Json(*value) : Json());
    }
    row.set("tags", Json(run.notes.tags));
    row.set("note", run.notes.note);
    Json differing = Json::object();
    for (const std::string& option : options)
      if (const auto value = run.text(option)) differing.set(option, *value);
    row.set("options", differing);
    all.add(row);
  }
  return Json{{"runs", all}};
}

}  // namespace tapehead
