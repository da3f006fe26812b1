#pragma once
// The profiles of all threads over some training steps, summed up and shown.

#include <string>
#include <vector>

#include "autodiff/files/json.hpp"
#include "autodiff/tape/profile.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What was done in a step, on average: milliseconds, operations (functions included) and bytes of all threads.
struct ProfileRow {
  std::string name;
  double calls = 0, forward = 0, back = 0, outside = 0, operations = 0, bytes = 0;

  double milliseconds() const { return forward + back + outside; }
};

struct StepProfile {
  std::vector<ProfileRow> ops;     ///< the slowest first; of what is not on the tape, such as "update", too
  std::vector<ProfileRow> scopes;  ///< "memory", "memory/write": each with what is within it, in order of their names
  std::vector<ProfileRow> threads;
  std::vector<std::string> untold;  ///< ops that did not tell what they compute
  double milliseconds = 0;          ///< of all threads together: what the ops sum to
  double operations = 0;
};

/// Of `steps` steps.
StepProfile summed_up(const std::vector<Profile>& threads, size_t steps);

/// The three tables.
std::string profile_text(const StepProfile& profile);
Json profile_json(const StepProfile& profile);

/// The events kept of a step as a trace in Chrome's format, which Perfetto opens: a row for each thread, with the step,
/// its phases, the parts of the model and the ops within each other.
std::string chrome_trace(const std::vector<Profile>& threads);

}  // namespace tapehead::inline TAPEHEAD_REAL
