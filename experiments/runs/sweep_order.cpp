#include "experiments/runs/sweep_order.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <string>

namespace tapehead {
namespace {

using Places = std::map<std::string, size_t>;

/// {run: its row}; for a run that was tried again, its first row. The first field is a hash, which needs no quotes.
Places places_in(const std::filesystem::path& table) {
  Places places;
  std::ifstream rows(table);
  std::string row;
  if (!std::getline(rows, row) || !row.starts_with("run,")) return places;
  while (std::getline(rows, row)) places.emplace(row.substr(0, row.find(',')), places.size());
  return places;
}

}  // namespace

void put_in_sweep_order(std::vector<std::filesystem::path>& runs) {
  std::map<std::filesystem::path, Places> tables;
  const auto place = [&](const std::filesystem::path& run) {
    const auto folder = run.parent_path();
    const auto table = tables.find(folder);
    const Places& known = table != tables.end()
                              ? table->second
                              : tables.emplace(folder, places_in(folder.parent_path() / "points.csv")).first->second;
    const auto found = known.find(run.filename().string());
    return found == known.end() ? std::numeric_limits<size_t>::max() : found->second;
  };
  for (auto begin = runs.begin(); begin != runs.end();) {
    const auto folder = begin->parent_path();
    const auto end = std::find_if(begin, runs.end(), [&](const auto& run) { return run.parent_path() != folder; });
    if (folder.filename() == "points")
      std::stable_sort(begin, end, [&](const auto& a, const auto& b) { return place(a) < place(b); });
    begin = end;
  }
}

}  // namespace tapehead
