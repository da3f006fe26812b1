#include "experiments/commands/unreadable_runs.hpp"

#include "experiments/commands/terminal/terminal_width.hpp"
#include "experiments/runs/run_summary.hpp"

namespace tapehead {

void note_unreadable(const std::vector<std::filesystem::path>& directories) {
  for (const auto& directory : directories)
    for (const auto& path : unreadable_below(directory))
      print_message("note: " + path.string() + ": may not be read; what lies there is left out");
}

}  // namespace tapehead
