#include "tasks/data/problems/chomsky.hpp"

#include <stdexcept>

namespace tapehead {
namespace {

const std::vector<NamedProblem>& all_of_hierarchy() {
  static const std::vector<NamedProblem> all = [] {
    std::vector<NamedProblem> levels = regular_problems();
    for (const auto& more : {context_free_problems(), string_problems(), number_problems()})
      levels.insert(levels.end(), more.begin(), more.end());
    return levels;
  }();
  return all;
}

}  // namespace

std::vector<std::string> chomsky_names() {
  std::vector<std::string> names;
  for (const NamedProblem& one : all_of_hierarchy()) names.emplace_back(one.name);
  return names;
}

Problem chomsky_problem(std::string_view name) {
  for (const NamedProblem& one : all_of_hierarchy())
    if (one.name == name) return one.problem;
  throw std::out_of_range("chomsky: no problem " + std::string(name));
}

}  // namespace tapehead
