#pragma once
// Words in, vectors out.

#include <cstdint>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A column of the table that says nothing.
inline constexpr uint16_t kNoWord = 0xffff;

/// The words of a sentence, as columns of a table; and perhaps one more word, such as its time, whose place is the
/// last of all.
struct Bag {
  std::span<const uint16_t> words;
  uint16_t last = kNoWord;
};

/// y(·, s) = Σⱼ table(·, word j of bag s) ∘ places(·, j): sentences as weighted sums of their words' vectors, for each
/// of `cols` bags of each of `batch` items (bags.size() = cols·batch, item after item; an empty bag gives zeros).
/// table: D×words, one item. places: D×J, one item: what a word's place in its sentence weighs; `last` takes column J −
/// 1, and so do words beyond it. → D×cols×batch. The bags, and what they point to, must live as long as the tape's
/// sequence.
Var embed(Var table, Var places, std::span<const Bag> bags, size_t cols, size_t batch);
/// The same, all places weighing 1 (a bag of words).
Var embed(Var table, std::span<const Bag> bags, size_t cols, size_t batch);

/// The column of the table that each token chooses; of no token zeros. table: D×kinds, one item; tokens: kinds×cols, or
/// dense numbers in their place, which the columns are then summed by. → D×cols.
Var embed(Var table, Var tokens);

}  // namespace tapehead::inline TAPEHEAD_REAL
