#pragma once
// Embeddings of words, sentences and tokens.

#include <cstdint>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// In place of a column of the table: no word.
inline constexpr uint16_t kNoWord = 0xffff;

/// The words of a sentence, as columns of a table, and optionally one more word, such as its time, which takes the last
/// place.
struct Bag {
  std::span<const uint16_t> words;
  uint16_t last = kNoWord;
};

/// y(·, s) = Σⱼ table(·, word j of bag s) ∘ places(·, j): sentences as weighted sums of their words' vectors, for each
/// of `cols` bags of each of `batch` items (bags.size() = cols·batch, item after item; an empty bag gives zeros).
/// table: D×words, one item. places: D×J, one item: the weights of a word's place in its sentence; `last` takes column
/// J − 1, as do words beyond it. → D×cols×batch. The bags and what they point to must live as long as the tape's
/// sequence.
Var embed(Var table, Var places, std::span<const Bag> bags, size_t cols, size_t batch);
/// The same with all places weighing 1 (a bag of words).
Var embed(Var table, std::span<const Bag> bags, size_t cols, size_t batch);

/// The table's column for each token; zeros for no token. table: D×kinds, one item; tokens: kinds×cols, or dense
/// numbers in their place, which weight the columns. → D×cols.
Var embed(Var table, Var tokens);

}  // namespace tapehead::inline TAPEHEAD_REAL
