#include "tasks/data/sequences/lexicon.hpp"

#include "autodiff/base/error.hpp"
#include "autodiff/base/random.hpp"
#include "tasks/data/text/upper_case.hpp"

namespace tapehead {
namespace {

/// "ba", "be" …, and after all syllables words of two.
std::string word_of(size_t number) {
  constexpr std::string_view kConsonants = "bdfgklmnprstvz", kVowels = "aeiou";
  const size_t syllables = kConsonants.size() * kVowels.size();
  const std::string syllable{kConsonants[number % syllables / kVowels.size()], kVowels[number % kVowels.size()]};
  return number < syllables ? syllable : word_of(number / syllables - 1) + syllable;
}

}  // namespace

Lexicon::Lexicon(const LexiconSettings& settings) : jump_(settings.jump) {
  constexpr int64_t kStay = 3;  // one word in four moves
  for (size_t i = 0; i < settings.words; ++i) entries_.push_back({word_of(i), {}, false});
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.word < b.word; });
  Stream draw(settings.language, Split::kTrain, Purpose::kShape, 0);
  size_t forms = 0;
  for (Entry& entry : entries_) {
    const auto fertility = static_cast<size_t>(
        draw.integer(static_cast<int64_t>(settings.min_fertility), static_cast<int64_t>(settings.max_fertility)));
    entry.moves = draw.integer(0, kStay) == 0 && !settings.monotone;  // drawn in any case: same fertilities
    for (size_t k = 1; k <= fertility; ++k)
      entry.forms.push_back(upper_case(entry.word) + (fertility > 1 ? std::to_string(k) : ""));
    forms += fertility;
  }
  if (forms == 0)
    throw InputError("task.language: got " + std::to_string(settings.language) +
                     ", in which no word has a translation; another, or a greater task.vocabulary, is needed");
}

}  // namespace tapehead
