#include "experiments/commands/run_lists/run_removal.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "experiments/runs/run_summary.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/training/restarts.hpp"
#include "experiments/training/seeds_table.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace fs = std::filesystem;

void check_removable(const fs::path& run) {
  const std::string name = run.string();
  if (is_being_written(run)) throw InputError(name + ": a process is writing here; end it first");
  if (is_trained_model(name)) throw InputError(name + ": comes with the program; it stays");
  if (const fs::path sweep = sweep_of(run); !sweep.empty())
    throw InputError(name + ": is a point of a sweep, which counts on it; remove the sweep's directory as a whole, " +
                     sweep.string());
  if (run.filename().native().starts_with("restart-") && count_restarts(run.parent_path()) > 0)
    throw InputError(name + ": is one of several restarts, which answer as one; remove their directory as a whole, " +
                     run.parent_path().string());
  for (const auto& entry : fs::recursive_directory_iterator(run, fs::directory_options::skip_permission_denied))
    if (entry.path().filename() == "config.ini" && entry.path().parent_path() != run)
      throw InputError(name + ": has another run in it, " + entry.path().parent_path().string() +
                       "; one without is needed");
}

uint64_t bytes_in(const fs::path& run) {
  uint64_t bytes = 0;
  std::error_code failed;
  for (const auto& entry : fs::recursive_directory_iterator(run, fs::directory_options::skip_permission_denied))
    if (entry.is_regular_file(failed)) bytes += entry.file_size(failed);
  return bytes;
}

void remove_run(const fs::path& run, const fs::path& below) {
  const auto siblings = seed_directories(run.parent_path());
  const bool is_seed = std::find(siblings.begin(), siblings.end(), run) != siblings.end();
  std::error_code failed;
  fs::remove_all(run, failed);
  if (failed) throw FileError(run, "cannot be removed", failed.value());
  const fs::path above = run.parent_path();
  if (!is_seed) return;
  if (siblings.size() > 1) {
    (void)write_seeds(above);
    return;
  }
  fs::remove(above / "seeds.csv", failed);
  if (above != below) fs::remove(above, failed);  // where it is empty
}

}  // namespace tapehead
