#pragma once
// The fifteen problems of Delétang et al. (ICLR 2023, "Neural networks and the Chomsky hierarchy"), as the authors'
// program draws them.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/problems/problem.hpp"

namespace tapehead {

/// In the paper's order: regular, context-free, context-sensitive.
std::vector<std::string> chomsky_names();

/// The problem of that name, one of chomsky_names(). Throws std::out_of_range.
Problem chomsky_problem(std::string_view name);

struct NamedProblem {
  std::string_view name;
  Problem problem;
};

// The levels of the hierarchy, a file each.
std::vector<NamedProblem> regular_problems();
std::vector<NamedProblem> context_free_problems();
std::vector<NamedProblem> string_problems();  ///< context-sensitive, on strings
std::vector<NamedProblem> number_problems();  ///< context-sensitive, on binary numbers

}  // namespace tapehead
