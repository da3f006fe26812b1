#pragma once
// Translation between two made-up languages with known alignments.

#include <string>

#include "tasks/data/sequences/lexicon.hpp"
#include "tasks/data/sequences/wording.hpp"
#include "tasks/episode/spoken_task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct LexicalTranslationSettings {
  size_t min_length = 5, max_length = 15;  ///< words of a sentence
  LexiconSettings lexicon;
  bool full_stop = false;  ///< a source ends in a full stop, which the answer's end is aligned to
};

/// Random words, each translated to its forms in the other language, some of them moved:
///
///     source    ba ko te mi   (tokens)        target    KO BA1 BA2 MI kEnd     (ba moves behind ko; te has no form)
///                                             aligned   2  1   1   4  -        (places from 1)
///
/// A shape is {words}, uniform over its limits. Held-out splits have their own sentences: a tenth of all possible ones
/// for validation, the check and the final score, and a tenth for eval.
class LexicalTranslationTask final : public SpokenTask {
 public:
  static constexpr size_t kMostLength = 10000;

  /// Numbered by the known corpus, or else by its own. Throws InputError for reversed limits, and where there are too
  /// few sentences of the least length to be divided.
  explicit LexicalTranslationTask(const LexicalTranslationSettings& settings, KnownCorpus corpus = nullptr);

  Spec spec() const override;
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_length < settings_.max_length; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override;
  size_t must_hold() const override { return settings_.max_length; }
  std::unique_ptr<Judge> judge() const override;
  std::vector<Guesser> guessers() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

  std::vector<std::string> ask(std::string_view line, Batch& batch) const override;
  std::string said_text(std::span<const uint32_t> said) const override { return wording_.said_text(said); }
  std::string source_text(std::span<const uint32_t> source) const override { return wording_.source_text(source); }

 private:
  LexicalTranslationSettings settings_;
  Lexicon lexicon_;
  Wording wording_;
  struct Numbers {
    uint32_t word;
    std::vector<uint32_t> forms;
  };
  std::vector<Numbers> numbers_;   ///< for each entry of the lexicon
  uint32_t full_stop_ = kNoToken;  ///< its number, where the corpus has one
};

}  // namespace tapehead::inline TAPEHEAD_REAL
