#pragma once
// Copying and look-up in strings of letters (Jelassi et al. 2024, "Repeat after me: Transformers are better than state
// space models at copying"), laid out as the authors' program does.

#include <string>
#include <vector>

#include "tasks/data/problems/problem.hpp"

namespace tapehead {

/// "copy", "prefix-lookup", "suffix-lookup" and "duplicate-copy".
std::vector<std::string> letters_names();

struct LettersSettings {
  std::string name;
  size_t letters = 26;  ///< of the alphabet, a … z
  size_t ngram = 3;     ///< letters of what is looked up, or occurs twice
  size_t answer = 5;    ///< letters that a look-up asks for
  bool told = true;     ///< an answer's step shows the letter before it, else nothing
};

/// A length is that of the string, drawn uniformly. `end` closes an answer.
///
///   copy             $ a d b b |           the string                $ a d b b | a d b b        (told)
///   duplicate-copy   the same, but one     the string                · · · · · a d b b end      (asked for)
///                    n-gram stands twice
///   prefix-lookup    $ d b | a d b b c |   `answer` letters that follow the n-gram's first place
///   suffix-lookup    $ a d b b c | d b     the same
///
/// Other than the authors', strings are not drawn anew until an n-gram occurs once, and the second n-gram of
/// duplicate-copy stands at one place, apart from the first.
///
/// Throws InputError, beginning with an option, for more than 26 letters.
Problem letters_problem(const LettersSettings& settings);

}  // namespace tapehead
