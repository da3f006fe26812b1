#pragma once
// Rows in eight bits a number, scored many at once: a quarter of what there is to read, and no sum across a register.

#include "memory/sparse/row_index.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Rows that are scored side by side, a group. Their numbers lie side by side too, four in a word, the first lowest:
/// those of row l from number 4·w on are word w·kAbreast + l of the group.
inline constexpr size_t kAbreast = 16;
constexpr size_t words_of_group(size_t width) { return (width + 3) / 4 * kAbreast; }

/// Writes a row to where its first word is. Gives what its small numbers are to be multiplied by.
Real make_small(const Real* row, size_t width, int32_t* to);

/// scores[l] = Σ_j key[j]·(number j of row l).
void score_abreast(const Real* key, const int32_t* group, size_t width, Real* scores);

/// Small copies of rows that change, with how far each is off: they tell which rows need not be scored themselves.
class SmallRows final {
 public:
  /// The row at a place, one of those that are there or the next, is so from now on.
  void set(Tape& tape, size_t place, const Real* row, size_t width, Real norm);
  /// As scan() of the same rows, all of which were set. `room`: 2×heads numbers.
  void scan(const Rows& rows, const Real* keys, size_t heads, Real* room, Best* best) const;

 private:
  ArenaList<int32_t> words_;         ///< group after group
  ArenaList<Real> scales_, errors_;  ///< of each place, times the row's norm; errors: |row − small copy|
};

}  // namespace tapehead::inline TAPEHEAD_REAL
