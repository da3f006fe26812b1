#pragma once
// Converts lines to the numbers that a model reads and says, and back.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/sequences/parts.hpp"
#include "tasks/data/sequences/units.hpp"
#include "tasks/data/text/corpus.hpp"

namespace tapehead {

/// In Corpus::said for all units that are too rare to have a number of their own.
inline constexpr std::string_view kRare = "<unk>";

/// The units of sources and of answers.
struct LineUnits {
  Units source, said;
};

class Wording final {
 public:
  Wording(LineUnits units, KnownCorpus corpus) : units_(units), corpus_(std::move(corpus)) {}

  const KnownCorpus& corpus() const { return corpus_; }
  Units source_units() const { return units_.source; }
  Units said_units() const { return units_.said; }

  /// Numbers in Corpus::words; kUnknownWord for unknown units.
  std::vector<Word> source(std::string_view line) const;
  /// Numbers in Corpus::said, without kEnd; unknown units are kRare, or kUnknownWord where the corpus has no kRare.
  std::vector<Word> said(std::string_view line) const;
  Word say(std::string_view unit) const;

  /// The units of a source that are not in Corpus::words, each once.
  std::vector<std::string> unknown(std::string_view line) const;

  /// Back to a line; unknown numbers become "?" among characters, "(unknown)" among words.
  std::string source_text(std::span<const uint32_t> tokens) const {
    return text(tokens, corpus_->words, units_.source);
  }
  std::string said_text(std::span<const uint32_t> tokens) const { return text(tokens, corpus_->said, units_.said); }

 private:
  std::string text(std::span<const uint32_t> tokens, const std::vector<std::string>& names, Units units) const;

  LineUnits units_;
  KnownCorpus corpus_;
};

/// The vocabulary of pairs: all source units and all answer units. Its sentence length is that of the longest source.
/// Throws InputError, which names where they are `from`, for more than kMostWords of either.
Corpus corpus_of(std::span<const Pair> pairs, LineUnits units, const std::string& from);

}  // namespace tapehead
