#pragma once
// The corpus: the vocabulary, and what else a model depends on in its training stories.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "tasks/data/text/blanks.hpp"
#include "tasks/data/text/story.hpp"

namespace tapehead {

/// A word's place in the vocabulary.
using Word = uint16_t;
/// A word outside the vocabulary: it contributes nothing as input, and as an answer it is always wrong.
inline constexpr Word kUnknownWord = 0xffff;
inline constexpr size_t kMostWords = 65000;
inline constexpr size_t kMostSentence = 65536;  ///< words; lines of files are at most this long

/// What a trained model depends on besides its options; saved with it, so that it can be used on other stories.
struct Corpus {
  std::vector<std::string> words;      ///< sorted; an answer of several words ("milk,football") is one, as is each word
  size_t statements = 0;               ///< before a question, in the longest training story
  size_t sentence = 0;                 ///< words of the longest statement or question
  size_t episodes = 0;                 ///< of an epoch
  uint64_t stories = 0;                ///< a number that other training stories would hardly have
  std::vector<std::string> said = {};  ///< the answers' tokens in order, that of kEnd empty; for pictures the classes

  /// The word's number, or kUnknownWord.
  Word find(std::string_view word) const;

  bool operator==(const Corpus&) const = default;
};

/// The corpus of a trained model, where there is one, else nullptr.
using KnownCorpus = std::shared_ptr<const Corpus>;

/// `text` without a final '.', '?' or '।' (Hindi's full stop) and the blanks around it.
std::string_view without_end(std::string_view text);

/// Lower case for A to Z; all else unchanged.
std::string lower_case(std::string_view text);

/// The words of a line in lower case, without the final mark.
std::vector<std::string> words_of(std::string_view text);

/// The words of an answer in lower case: "milk,football" → milk, football.
std::vector<std::string> answer_words(std::string_view answer);

/// An answer as one class: its words joined by commas, whatever was between them.
std::string answer_class(std::string_view answer);

/// Calls `with` for each run of characters that are neither blanks (tasks/data/text/blanks.hpp) nor one of `parting`,
/// in lower case.
template <class With>
void for_each_run(std::string_view text, std::string_view parting, With with) {
  const std::string lower = lower_case(text);
  const std::string_view all = lower;
  const auto between = [&](size_t at) -> size_t {
    return parting.find(all[at]) != parting.npos ? 1 : blank_size(all.substr(at));
  };
  for (size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    for (end = begin; end < all.size() && between(end) == 0;) ++end;
    if (end > begin) with(all.substr(begin, end - begin));
    while (end < all.size() && between(end) > 0) end += between(end);
  }
}

/// words_of() without a list: calls `with` for each word, which is valid only during the call.
template <class With>
void for_each_word(std::string_view text, With with) {
  for_each_run(without_end(text), "", with);
}

/// The same for answer_words().
template <class With>
void for_each_answer_word(std::string_view answer, With with) {
  for_each_run(answer, ",", with);
}

/// Collects the words of stories as a corpus has them.
class WordCollector final {
 public:
  /// Adds the words of statements, questions and answers. Throws InputError, which names where the stories are `from`,
  /// for more than kMostWords.
  void add(const std::vector<Story>& stories, const std::string& from);

  std::vector<std::string> sorted() const;
  /// Words of the longest statement or question.
  size_t longest() const { return longest_; }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> words_;
  size_t longest_ = 0;
};

}  // namespace tapehead
