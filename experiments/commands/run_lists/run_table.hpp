#pragma once
// A list of runs as a person, a spreadsheet or a program reads it.

#include <string>
#include <vector>

#include "autodiff/files/json.hpp"
#include "experiments/commands/run_lists/run_list.hpp"

namespace tapehead {

/// A line a run, with the options in which they differ; `also`: a number that is asked for besides.
std::string run_table(const std::vector<ListedRun>& runs, const std::string& also);

/// The same with all options that differ, RFC 4180.
std::string run_csv(const std::vector<ListedRun>& runs, const std::string& also);

/// {"runs": [{"run": …, "state": …, …, "options": {…}}]}, with those that differ.
Json run_json(const std::vector<ListedRun>& runs, const std::string& also);

}  // namespace tapehead
