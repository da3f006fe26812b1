#pragma once
// A made-up language, and how its words are said in another: a lexicon, fertility and reordering, as the translation
// models of Brown et al. 1993 ("The mathematics of statistical machine translation") have them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tapehead {

struct LexiconSettings {
  size_t words = 32;
  size_t min_fertility = 0, max_fertility = 2;  ///< words that one word becomes
  bool monotone = false;                        ///< no word leaves its place
  size_t jump = 2;                              ///< words that one which leaves its place goes behind
  uint64_t language = 1;                        ///< another number, another lexicon
};

class Lexicon final {
 public:
  /// A word's fertility is uniform over its limits; a quarter of the words, about, leave their place.
  /// Throws InputError where no word has a translation.
  explicit Lexicon(const LexiconSettings& settings);

  struct Entry {
    std::string word;
    std::vector<std::string> forms;  ///< "ba" is said "BA", or "BA1 BA2"; or not at all
    bool moves;                      ///< said after the `jump` words that follow it, or all where fewer do
  };
  /// In the order of their words.
  const std::vector<Entry>& entries() const { return entries_; }

  /// Fills `order` with the places of a source in the order in which they are said; `word_at(place)` is an entry's
  /// number, or beyond the last for a word that is none.
  template <class WordAt>
  void reorder(size_t length, WordAt word_at, std::vector<uint32_t>& order) const {
    order.clear();
    for (size_t i = 0; i < length;) {
      const size_t word = word_at(i);
      const size_t last = word < entries_.size() && entries_[word].moves ? std::min(i + jump_, length - 1) : i;
      for (size_t k = i + 1; k <= last; ++k) order.push_back(static_cast<uint32_t>(k));
      order.push_back(static_cast<uint32_t>(i));
      i = last + 1;
    }
  }

 private:
  std::vector<Entry> entries_;
  size_t jump_;
};

}  // namespace tapehead
