#pragma once
// Episodes as lines of text that any program reads (docs/own-sequences.md):
//
//     0 1 1 _ _ _⇥. . . 1 1 0        tokens by their names, and a class for each step
//     101 001 000⇥... ... 101        bits: those of a step without blanks between
//
// Steps are parted by blanks (tasks/data/text/blanks.hpp), inputs and targets by a tab; "_" is a silent step, "." a
// target that is not scored.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/problems/problem.hpp"
#include "tasks/episode/task.hpp"
#include "tasks/files/sequences_csv.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Throws InputError for a task whose episodes are neither tokens with classes nor bits with bits: `generate: got …`.
void check_lines(const Task& task, const std::string& name);

/// Appends an episode's line. Throws InputError, which begins with `name`, for inputs other than 0 and 1 where they are
/// no tokens.
void write_line(const Task& task, const std::string& name, const Batch& batch, size_t episode, std::string& text);

/// Episodes of tokens one after the other; names are sorted.
struct TokenSequences {
  std::vector<std::string> tokens, classes;  ///< names
  std::vector<uint32_t> shown, asked;        ///< a number of a name or kNoToken, a step each
  std::vector<size_t> begins{0};             ///< the first step of each episode, then the end of the last

  size_t episodes() const { return begins.size() - 1; }
  size_t steps(size_t episode) const { return begins[episode + 1] - begins[episode]; }
};

/// The episodes in `text`; `name` names it in errors. Throws InputError: `mine.txt:7: got 5 steps and 4 targets; …`.
TokenSequences parse_token_lines(const std::string& name, std::string_view text);
/// The same for bits.
Sequences parse_bit_lines(const std::string& name, std::string_view text);

}  // namespace tapehead::inline TAPEHEAD_REAL
