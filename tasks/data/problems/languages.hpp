#pragma once
// Problems that ask at every step, of what came so far.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/problems/problem.hpp"

namespace tapehead {

/// Elements of a group (group_of()), and at each step the product of all so far.
Problem word_problem(const std::string& group, const std::string& where);

/// "parity", "counter", "dyck", "shuffle-dyck" and "reset-dyck".
std::vector<std::string> language_names();

struct LanguageSettings {
  std::string name;
  size_t modulus = 3;  ///< of a counter
  size_t kinds = 2;    ///< of brackets; in shuffle-dyck at most kMostShuffled
};
inline constexpr size_t kMostShuffled = 8;  ///< 256 classes

/// Parity: bits, and whether so far an odd number was 1. Counter: the same number by a modulus. Dyck: brackets of some
/// kinds, each closed before those around it, and which kind may be closed next (0: none, what came is a word of the
/// language); half of the steps open where something may be closed. Reset-Dyck: in a tenth of the steps token R, which
/// begins anew. Shuffle-Dyck: each kind is balanced whatever the others do, and which kinds may be closed: the sum of
/// 2^(kind − 1). Throws InputError for more shuffled kinds than kMostShuffled.
Problem language(const LanguageSettings& settings);

}  // namespace tapehead
