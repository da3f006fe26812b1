#pragma once
// Rows in eight bits a number, many scored at once: a quarter of the memory traffic, and no sums across registers.

#include "memory/sparse/row_index.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The number of rows scored together, a group. Their numbers are interleaved, four in a word, the first lowest: those
/// of row l from number 4·w on are word w·kAbreast + l of the group.
inline constexpr size_t kAbreast = 16;
constexpr size_t words_of_group(size_t width) { return (width + 3) / 4 * kAbreast; }

/// Writes a row's small copy, its first word at `to`. Returns the factor for its small numbers.
Real make_small(const Real* row, size_t width, int32_t* to);

/// scores[l] = Σ_j key[j]·(number j of row l).
void score_abreast(const Real* key, const int32_t* group, size_t width, Real* scores);

/// Small copies of rows that change, with bounds on their errors, which tell which rows need not be scored exactly.
class SmallRows final {
 public:
  /// Sets the row at a place, an existing one or the next.
  void set(Tape& tape, size_t place, const Real* row, size_t width, Real norm);
  /// scan() over the same rows, all of which must have been set. `room`: 2×heads numbers.
  void scan(const Rows& rows, const Real* keys, size_t heads, Real* room, Best* best) const;

 private:
  ArenaList<int32_t> words_;         ///< group after group
  ArenaList<Real> scales_, errors_;  ///< for each place, times the row's norm; errors: |row − small copy|
};

}  // namespace tapehead::inline TAPEHEAD_REAL
