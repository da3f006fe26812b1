#include "experiments/commands/run_lists/run_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "autodiff/files/files.hpp"
#include "autodiff/files/json.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/files/natural_order.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace {

/// The columns of every list, and the numbers of result.json by which sorting is useful.
const std::vector<std::string> kListColumns = {
    "run",        "state",      "sequences", "cost", "error", "bits", "seconds", "perfect_episodes",
    "parameters", "wrong_bits", "note",      "tag",  "name",  "goal"};

std::string state_of(const RunSummary& summary) {
  if (summary.status != "running") return summary.status;
  if (is_being_written(summary.directory)) return "running";
  return is_pruned(summary.directory) ? "pruned" : "stopped";
}

/// −1, 0 or 1; nothing where the two cannot be ordered.
std::optional<int> compared(const ListedRun& run, const Condition& condition) {
  const auto wanted = read_number<double>(condition.value), has = run.number(condition.name);
  if (wanted && has) return *has < *wanted ? -1 : *has > *wanted ? 1 : 0;
  const auto text = run.text(condition.name);
  if (!text) return {};
  const int order = text->compare(condition.value);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

}  // namespace

const std::vector<std::string>& run_states() {
  static const std::vector<std::string> all = {"solved",  "finished", "diverged", "running",
                                               "stopped", "pruned",   "damaged"};
  return all;
}

std::optional<double> ListedRun::number(const std::string& column) const {
  if (column == "cost") return summary.cost;
  if (column == "error") return summary.error;
  if (column == "sequences") return static_cast<double>(summary.sequences);
  if (column == "seconds") return summary.seconds;
  const auto whole = [](const std::optional<uint64_t>& value) {
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  };
  if (column == "parameters") return whole(summary.parameters);
  if (column == "perfect_episodes") return whole(summary.perfect);
  if (const auto option = summary.options.find(column); option != summary.options.end())
    return read_number<double>(option->second);
  const RunDirectory home(summary.directory);
  return home.finished() && state != "damaged" ? Json::read(home.result()).number(column) : std::nullopt;
}

std::optional<std::string> ListedRun::text(const std::string& column) const {
  if (column == "state") return state;
  if (column == "run") return name;
  if (column == "goal") return summary.goal;
  if (column == "name") return summary.name;
  if (column == "note") return notes.note;
  const auto option = summary.options.find(column);
  return option == summary.options.end() ? std::nullopt : std::optional(option->second);
}

bool Condition::holds(const ListedRun& run) const {
  if (name == "tag") return run.notes.has(value) == (relation == "=");
  const auto order = compared(run, *this);
  if (!order) return relation == "!=";
  if (relation == "<") return *order < 0;
  if (relation == ">") return *order > 0;
  return (*order == 0) == (relation == "=");
}

Condition parse_condition(const std::string& text) {
  const size_t at = text.find_first_of("=!<>");
  const size_t length = at != text.npos && text.compare(at, 2, "!=") == 0 ? 2 : 1;
  const std::string relation = at == text.npos ? "" : text.substr(at, length);
  if (at == 0 || relation.empty() || relation == "!")
    throw InputError(fmt::format("--where: got \"{}\"; OPTION=VALUE is needed, or with !=, < or >", printable(text)));
  return {text.substr(0, at), relation, text.substr(at + length)};
}

std::vector<ListedRun> list_runs(const std::filesystem::path& directory) {
  std::vector<ListedRun> runs;
  for (const auto& path : find_runs(directory)) {
    ListedRun run{name_below(path, directory), "damaged", {}, {}};
    run.summary.directory = path;
    try {
      run.summary = summarise_run(path);
      run.notes = read_notes(path);
      run.state = state_of(run.summary);
    } catch (const InputError& error) {
      run.summary.note = error.what();
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<ListedRun> list_runs(const std::vector<std::filesystem::path>& directories) {
  std::vector<ListedRun> runs;
  std::set<std::filesystem::path> seen;
  for (const auto& directory : directories)
    for (ListedRun& run : list_runs(directory)) {
      if (!seen.insert(std::filesystem::weakly_canonical(run.summary.directory)).second) continue;
      if (directories.size() > 1) run.name = run.summary.directory.string();
      runs.push_back(std::move(run));
    }
  return runs;
}

void check_run_column(const std::string& where, const std::string& name, const std::vector<ListedRun>& runs) {
  std::set<std::string> known(kListColumns.begin(), kListColumns.end());
  for (const ListedRun& run : runs) {
    for (const auto& [option, value] : run.summary.options) known.insert(option);
    if (known.contains(name) || run.number(name)) return;
  }
  if (!known.contains(name)) throw InputError(unknown_name(where, printable(name), {known.begin(), known.end()}));
}

void check_condition(const Condition& condition, const std::vector<ListedRun>& runs) {
  check_run_column("--where", condition.name, runs);
  const bool orders = condition.relation == "<" || condition.relation == ">";
  if (!orders || read_number<double>(condition.value)) return;
  if (std::any_of(runs.begin(), runs.end(), [&](const ListedRun& run) { return run.number(condition.name); }))
    throw InputError(
        fmt::format("--where: got \"{}\" for {}; a number is needed", printable(condition.value), condition.name));
}

void sort_runs(std::vector<ListedRun>& runs, const std::string& name, bool descending) {
  struct Key {
    std::optional<double> number;
    std::optional<std::string> text;
  };
  std::vector<std::pair<Key, ListedRun>> keyed;
  for (ListedRun& run : runs) keyed.emplace_back(Key{run.number(name), run.text(name)}, std::move(run));
  const auto before = [&](const Key& a, const Key& b) {
    if (a.number && b.number) return descending ? *a.number > *b.number : *a.number < *b.number;
    if (a.number || b.number) return a.number.has_value();
    if (a.text && b.text) return descending ? natural_before(*b.text, *a.text) : natural_before(*a.text, *b.text);
    return a.text.has_value() && !b.text;
  };
  std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) { return before(a.first, b.first); });
  runs.clear();
  for (auto& [key, run] : keyed) runs.push_back(std::move(run));
}

}  // namespace tapehead
