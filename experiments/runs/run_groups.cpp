#include "experiments/runs/run_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace tapehead {
namespace {

constexpr const char* kNotADifference[] = {
#include "experiments/files/not_a_difference.inc"
};

}  // namespace

std::vector<std::string> differing_options(const std::vector<RunSummary>& runs, bool all) {
  std::set<std::string> names, differing;
  for (const RunSummary& run : runs)
    for (const auto& [name, unused] : run.options) names.insert(name);
  if (!all)
    for (const char* name : kNotADifference) names.erase(name);
  const auto value = [](const RunSummary& run, const std::string& name) {
    const auto found = run.options.find(name);
    return found == run.options.end() ? nullptr : &found->second;
  };
  for (const std::string& name : names)
    for (const RunSummary& run : runs) {
      const auto *a = value(run, name), *b = value(runs.front(), name);
      if (!a != !b || (a && *a != *b)) differing.insert(name);
    }
  return {differing.begin(), differing.end()};
}

namespace {

/// Calls groups as the user does; where one name is that of several groups, what they are called without stands behind.
void use_names(std::vector<RunGroup>& groups) {
  std::vector<std::string> names;
  for (const RunGroup& group : groups) {
    const auto named =
        std::find_if(group.runs.begin(), group.runs.end(), [](const auto* run) { return !run->name.empty(); });
    names.push_back(named == group.runs.end() ? "" : (*named)->name);
  }
  for (size_t i = 0; i < groups.size(); ++i)
    if (!names[i].empty())
      groups[i].name =
          std::count(names.begin(), names.end(), names[i]) == 1 ? names[i] : names[i] + ", " + groups[i].name;
}

}  // namespace

std::vector<RunGroup> group_runs(const std::vector<RunSummary>& runs) {
  const auto differing = differing_options(runs);
  std::vector<RunGroup> groups;
  for (const RunSummary& run : runs) {
    std::vector<std::string> said;
    for (const std::string& name : differing)
      if (const auto found = run.options.find(name); found != run.options.end())
        said.push_back(name + "=" + found->second);
    const std::string name = said.empty() ? "all" : fmt::format("{}", fmt::join(said, " "));
    auto group = std::find_if(groups.begin(), groups.end(), [&](const RunGroup& g) { return g.name == name; });
    if (group == groups.end()) group = groups.insert(groups.end(), {name, {}});
    group->runs.push_back(&run);
  }
  use_names(groups);
  return groups;
}

}  // namespace tapehead
