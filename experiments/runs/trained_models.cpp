#include "experiments/runs/trained_models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

// GCC 12 warns about csv.h cutting long file names, which is intended.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#include <libfccp/csv.h>
#pragma GCC diagnostic pop

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/runs/run_directory.hpp"

namespace tapehead {
namespace {

constexpr uint64_t kMostListed = uint64_t{1} << 20;

/// Calls each(fields…) for every row of a table that has at least these columns.
template <class... Field, class Each, class... Column>
void each_listed(const std::filesystem::path& file, Each each, Column... columns) {
  const std::string text = read_whole(file, kMostListed);
  try {
    io::CSVReader<sizeof...(Field), io::trim_chars<' '>, io::double_quote_escape<',', '"'>> rows(
        file.string(), text.data(), text.data() + text.size());
    rows.read_header(io::ignore_extra_column, columns...);
    for (std::tuple<Field...> row; std::apply([&](auto&... field) { return rows.read_row(field...); }, row);)
      std::apply(each, row);
  } catch (const io::error::base& error) {
    throw InputError(
        fmt::format("{}: {}; the table as scripts/train_shipped.py wrote it is needed", file.string(), error.what()));
  }
}

std::vector<Measured> read_measured(const std::filesystem::path& file) {
  std::vector<Measured> all;
  const auto add = [&](const std::string& setting, uint64_t episodes, const std::string& metric, double value) {
    if (all.empty() || all.back().setting != setting) all.push_back({setting, episodes, {}});
    all.back().metrics.emplace_back(metric, value);
  };
  each_listed<std::string, uint64_t, std::string, double>(file, add, "setting", "episodes", "metric", "value");
  return all;
}

bool holds_model(const std::filesystem::path& directory) {
  std::error_code failed;
  return std::filesystem::exists(RunDirectory(directory).config(), failed);
}

}  // namespace

std::filesystem::path trained_folder() { return share_folder("trained", TAPEHEAD_TRAINED_DIR); }

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
  const auto add = [&](auto... field) {
    TrainedRow row;
    std::tie(row.name, row.summary, row.preset, row.options, row.evaluation, row.seed, row.sequences, row.parameters,
             row.bytes) = std::tuple(field...);
    if (!holds_model(folder / row.name)) return;
    row.measured = read_measured(folder / row.name / "measured.csv");
    rows.push_back(std::move(row));
  };
  if (std::filesystem::exists(folder / "models.csv"))
    each_listed<std::string, std::string, std::string, std::string, std::string, uint64_t, uint64_t, uint64_t,
                uint64_t>(folder / "models.csv", add, "name", "summary", "preset", "options", "evaluation", "seed",
                          "sequences", "parameters", "bytes");
  return rows;
}

}  // namespace tapehead
