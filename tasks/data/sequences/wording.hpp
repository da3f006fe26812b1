#pragma once
// Lines as the numbers that a model reads and says, and back.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/sequences/parts.hpp"
#include "tasks/data/sequences/units.hpp"
#include "tasks/data/text/corpus.hpp"

namespace tapehead {

/// What stands in Corpus::said for all that is said too seldom to have a number of its own.
inline constexpr std::string_view kRare = "<unk>";

/// Of what lines are made: those that are read, and those that are said.
struct LineUnits {
  Units source, said;
};

class Wording final {
 public:
  Wording(LineUnits units, KnownCorpus corpus) : units_(units), corpus_(std::move(corpus)) {}

  const KnownCorpus& corpus() const { return corpus_; }
  Units source_units() const { return units_.source; }
  Units said_units() const { return units_.said; }

  /// Numbers in Corpus::words; kUnknownWord for a unit that is not there.
  std::vector<Word> source(std::string_view line) const;
  /// Numbers in Corpus::said, without kEnd; what is not there is kRare, or kUnknownWord where that is not there either.
  std::vector<Word> said(std::string_view line) const;
  Word say(std::string_view unit) const;

  /// The units of a source that are not in Corpus::words, each once.
  std::vector<std::string> unknown(std::string_view line) const;

  /// Back into a line; a number that the corpus lacks is a "?" among characters, "(unknown)" among words.
  std::string source_text(std::span<const uint32_t> tokens) const {
    return text(tokens, corpus_->words, units_.source);
  }
  std::string said_text(std::span<const uint32_t> tokens) const { return text(tokens, corpus_->said, units_.said); }

 private:
  std::string text(std::span<const uint32_t> tokens, const std::vector<std::string>& names, Units units) const;

  LineUnits units_;
  KnownCorpus corpus_;
};

/// The vocabulary of pairs: all that is read in any of them, all that is said in any of them. Its sentence is the
/// longest source. Throws InputError, which names where they are `from`, for more than kMostWords of either.
Corpus corpus_of(std::span<const Pair> pairs, LineUnits units, const std::string& from);

}  // namespace tapehead
