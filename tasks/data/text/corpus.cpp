#include "tasks/data/text/corpus.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"

namespace tapehead {
Word Corpus::find(std::string_view word) const {
  const auto found = std::lower_bound(words.begin(), words.end(), word);
  return found != words.end() && *found == word ? static_cast<Word>(found - words.begin()) : kUnknownWord;
}

std::string_view without_end(std::string_view text) {
  text = trimmed(text);
  for (const std::string_view mark : {".", "?", "।"})
    if (text.ends_with(mark)) return trimmed(text.substr(0, text.size() - mark.size()));
  return text;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for_each_word(text, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

std::vector<std::string> answer_words(std::string_view answer) {
  std::vector<std::string> words;
  for_each_answer_word(answer, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

std::string answer_class(std::string_view answer) {
  std::string all;
  for_each_answer_word(answer, [&](std::string_view word) { (all += all.empty() ? "" : ",") += word; });
  return all;
}

void WordCollector::add(const std::vector<Story>& stories, const std::string& from) {
  const auto insert = [&](std::string_view word) {
    if (words_.find(word) == words_.end()) words_.emplace(word);
  };
  for (const Story& story : stories)
    for (const StoryLine& line : story) {
      size_t length = 0;
      for_each_word(line.text, [&](std::string_view word) {
        insert(word);
        ++length;
      });
      longest_ = std::max(longest_, length);
      size_t parts = 0;
      for_each_answer_word(line.answer, [&](std::string_view word) {
        insert(word);
        ++parts;
      });
      if (parts > 1) insert(answer_class(line.answer));
      if (words_.size() > kMostWords)
        throw InputError(fmt::format("{}: got more than {} different words; fewer are needed", from, kMostWords));
    }
}

std::vector<std::string> WordCollector::sorted() const {
  std::vector<std::string> words(words_.begin(), words_.end());
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace tapehead
