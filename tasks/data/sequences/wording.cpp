#include "tasks/data/sequences/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "autodiff/base/error.hpp"

namespace tapehead {

std::vector<Word> Wording::source(std::string_view line) const {
  std::vector<Word> tokens;
  for_each_unit(line, units_.source, [&](std::string_view unit) { tokens.push_back(corpus_->find(unit)); });
  return tokens;
}

std::vector<Word> Wording::said(std::string_view line) const {
  std::vector<Word> tokens;
  for_each_unit(line, units_.said, [&](std::string_view unit) { tokens.push_back(say(unit)); });
  return tokens;
}

Word Wording::say(std::string_view unit) const {
  const auto& said = corpus_->said;
  const auto place = [&](std::string_view name) {
    const auto found = std::lower_bound(said.begin(), said.end(), name);
    return found != said.end() && *found == name ? static_cast<Word>(found - said.begin()) : kUnknownWord;
  };
  const Word word = place(unit);
  return word == kUnknownWord ? place(kRare) : word;
}

std::vector<std::string> Wording::unknown(std::string_view line) const {
  std::vector<std::string> all;
  for_each_unit(line, units_.source, [&](std::string_view unit) {
    if (corpus_->find(unit) == kUnknownWord && std::find(all.begin(), all.end(), unit) == all.end())
      all.emplace_back(unit);
  });
  return all;
}

std::string Wording::text(std::span<const uint32_t> tokens, const std::vector<std::string>& names, Units units) const {
  std::vector<std::string_view> all;
  for (const uint32_t token : tokens)
    all.push_back(token < names.size()          ? std::string_view(names[token])
                  : units == Units::kCharacters ? std::string_view("?")
                                                : std::string_view("(unknown)"));
  return joined(all, units);
}

Corpus corpus_of(std::span<const Pair> pairs, LineUnits units, const std::string& from) {
  std::set<std::string, std::less<>> words, said{""};  // kEnd has no text
  Corpus corpus;
  const auto collect = [&](std::string_view line, Units kind, auto& names) {
    size_t length = 0;
    for_each_unit(line, kind, [&](std::string_view unit) {
      if (names.find(unit) == names.end()) names.emplace(unit);
      ++length;
    });
    if (names.size() > kMostWords)
      throw InputError(
          fmt::format("{}: got more than {} different {}; fewer are needed", from, kMostWords, name_of(kind)));
    return length;
  };
  for (const Pair& pair : pairs) {
    corpus.sentence = std::max(corpus.sentence, collect(pair.source, units.source, words));
    collect(pair.target, units.said, said);
  }
  corpus.words.assign(words.begin(), words.end());
  corpus.said.assign(said.begin(), said.end());
  return corpus;
}

}  // namespace tapehead
