#pragma once
// Translation between two made-up languages: a lexicon with fertility and reordering, as in the translation models of
// Brown et al. 1993 ("The mathematics of statistical machine translation").

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tapehead {

struct LexiconSettings {
  size_t words = 32;
  size_t min_fertility = 0, max_fertility = 2;  ///< words that one word is translated to
  bool monotone = false;                        ///< no word moves
  size_t jump = 2;                              ///< words that a moving word is placed behind
  uint64_t language = 1;                        ///< each number is another lexicon
};

class Lexicon final {
 public:
  /// A word's fertility is uniform over its limits; about a quarter of the words move. Throws InputError where no word
  /// has a translation.
  explicit Lexicon(const LexiconSettings& settings);

  struct Entry {
    std::string word;
    std::vector<std::string> forms;  ///< "ba" becomes "BA", or "BA1 BA2"; or nothing
    bool moves;                      ///< placed behind the `jump` words after it, or behind all where there are fewer
  };
  /// By word number.
  const std::vector<Entry>& entries() const { return entries_; }

  /// Fills `order` with a source's places in the order of their translations; `word_at(place)` is the number of an
  /// entry, or beyond the last for anything that is no word.
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
