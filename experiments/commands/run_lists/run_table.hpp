#pragma once
// A list of runs as a table, as CSV and as JSON.

#include <string>
#include <vector>

#include "autodiff/files/json.hpp"
#include "experiments/commands/run_lists/run_list.hpp"

namespace tapehead {

/// One line per run, with the options in which the runs differ, as many as lines of `columns` have room for (0: six);
/// `also`: one more number to show.
std::string run_table(const std::vector<ListedRun>& runs, const std::string& also, size_t columns = 0);

/// The same as RFC 4180 CSV, with all options that differ.
std::string run_csv(const std::vector<ListedRun>& runs, const std::string& also);

/// {"runs": [{"run": …, "state": …, …, "options": {…}}]}, with the options that differ.
Json run_json(const std::vector<ListedRun>& runs, const std::string& also);

}  // namespace tapehead
