#pragma once
// The runs below a directory as a list: their states, selection and order.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/runs/run_notes.hpp"
#include "experiments/runs/run_summary.hpp"

namespace tapehead {

/// The states of a run in a list: "solved", "finished", "diverged"; unfinished: "running" where a process works on it,
/// "pruned" where its sweep has stopped it for good, else "stopped"; "damaged" where its files are not a run's.
const std::vector<std::string>& run_states();

struct ListedRun {
  std::string name;  ///< below the directory that was named
  std::string state;
  RunSummary summary;
  RunNotes notes;

  /// The number of that name: a column of the list, a number of result.json, or an option's value.
  std::optional<double> number(const std::string& name) const;
  /// The text of an option, of "state", "run" or "note".
  std::optional<std::string> text(const std::string& name) const;
};

/// One condition: an option, a column or "tag", one of = != < >, and a value. "seed=1", "cost<0.01", "tag=best".
struct Condition {
  std::string name, relation, value;

  /// Numbers are compared by value: 1e-3 equals 0.001.
  bool holds(const ListedRun& run) const;
};

/// Throws InputError for a text that is no condition.
Condition parse_condition(const std::string& text);

/// All runs at or below a directory; a damaged run says so in its summary's note. Throws InputError where there is
/// none.
std::vector<ListedRun> list_runs(const std::filesystem::path& directory);

/// Those of several directories, each once; of more than one directory a run's name is its whole path.
std::vector<ListedRun> list_runs(const std::vector<std::filesystem::path>& directories);

/// Throws InputError for a name that no condition and no order over these runs can use; the text lists all names and
/// the nearest.
void check_run_column(const std::string& where, const std::string& name, const std::vector<ListedRun>& runs);

/// Throws InputError for a condition that no run can be held to: by its name, or by a text that is to order numbers.
void check_condition(const Condition& condition, const std::vector<ListedRun>& runs);

/// Sorts by number where there is one, else by text; runs that have neither come last.
void sort_runs(std::vector<ListedRun>& runs, const std::string& name, bool descending);

}  // namespace tapehead
