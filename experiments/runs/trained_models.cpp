#include "experiments/runs/trained_models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/metrics/metric.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/runs/csv_table.hpp"
#include "experiments/runs/run_directory.hpp"

namespace tapehead {
namespace {

constexpr uint64_t kMostRows = uint64_t{1} << 20;

constexpr const char* kNeeded = "the table as scripts/train_shipped.py wrote it is needed";

std::vector<Measured> read_measured(const std::filesystem::path& file) {
  std::vector<Measured> all;
  each_row(TableFile<4>{file, {"setting", "episodes", "metric", "value"}, kNeeded, kMostRows},
           [&](const TableRow<4>& row) {
             if (all.empty() || all.back().setting != row.text(0)) all.push_back({row.text(0), row.count(1), {}});
             all.back().metrics.emplace_back(row.text(2), row.number(3, least_of(row.text(2))));
           });
  return all;
}

bool holds_model(const std::filesystem::path& directory) {
  std::error_code failed;
  return std::filesystem::exists(RunDirectory(directory).config(), failed);
}

}  // namespace

std::filesystem::path trained_folder() { return share_folder("trained", "trained"); }

std::vector<std::string> trained_names() {
  std::vector<std::string> names;
  std::error_code failed;  // no folder: no names
  for (const auto& entry : std::filesystem::directory_iterator(trained_folder(), failed))
    if (holds_model(entry.path())) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

bool is_trained_model(const std::string& typed) {
  std::error_code failed;
  if (!std::filesystem::exists(typed, failed)) {
    const std::vector<std::string> names = trained_names();
    return std::find(names.begin(), names.end(), typed) != names.end();
  }
  const RunDirectory directory(typed);
  return holds_model(typed) && std::filesystem::exists(directory.checkpoint("best"), failed) &&
         !std::filesystem::exists(directory.manifest(), failed);
}

RunPlace find_run(const std::string& typed) {
  const std::filesystem::path path = typed;
  std::error_code failed;
  const bool there = std::filesystem::exists(path, failed);
  if (is_trained_model(typed)) return {there ? path : trained_folder() / typed, true};
  const std::vector<std::string> names = trained_names();
  if (there || typed.empty() || names.empty() || path.has_parent_path()) return {path, false};
  throw InputError(
      fmt::format("{}: is neither a run nor a trained model; a run's directory is needed, or one of "
                  "{}; nearest: {}",
                  typed, fmt::join(names, ", "), nearest_name(typed, names)));
}

const double* Measured::find(std::string_view metric) const {
  for (const auto& [name, value] : metrics)
    if (name == metric) return &value;
  return nullptr;
}

std::vector<TrainedRow> trained_rows() {
  const std::filesystem::path folder = trained_folder();
  std::vector<TrainedRow> rows;
  if (!std::filesystem::exists(folder / "models.csv")) return rows;
  const TableFile<9> list{
      folder / "models.csv",
      {"name", "summary", "preset", "options", "evaluation", "seed", "sequences", "parameters", "bytes"},
      kNeeded,
      kMostRows};
  each_row(list, [&](const TableRow<9>& row) {
    if (!holds_model(folder / row.text(0))) return;
    rows.push_back({row.text(0), row.text(1), row.text(2), row.text(3), row.text(4), row.count(5), row.count(6),
                    row.count(7), row.count(8), read_measured(folder / row.text(0) / "measured.csv")});
  });
  return rows;
}

}  // namespace tapehead
