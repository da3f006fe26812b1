#pragma once
// The runs below a directory as a list: what state each is in, which are asked for, in which order.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/runs/run_notes.hpp"
#include "experiments/runs/run_summary.hpp"

namespace tapehead {

/// What a run in a list may be: "solved", "finished", "diverged"; "running" where a process is at it, "stopped" where
/// none is and it is not at its end, "pruned" where its sweep has stopped it for good; "damaged" where its files are
/// not a run's.
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

  /// Numbers are compared as numbers: 1e-3 is 0.001.
  bool holds(const ListedRun& run) const;
};

/// Throws InputError for a text that is no condition.
Condition parse_condition(const std::string& text);

/// All runs at or below a directory; damaged ones are told in their summary's note. Throws InputError where there is
/// none.
std::vector<ListedRun> list_runs(const std::filesystem::path& directory);

/// What of these runs a condition or an order may be about. Throws InputError for a name that is not among them: all of
/// them, and the nearest.
void check_run_column(const std::string& where, const std::string& name, const std::vector<ListedRun>& runs);

/// By number where there is one, else by text; what has neither comes last.
void sort_runs(std::vector<ListedRun>& runs, const std::string& name, bool descending);

}  // namespace tapehead
