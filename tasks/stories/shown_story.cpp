#include "tasks/stories/shown_story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace tapehead::inline TAPEHEAD_REAL {
std::string text_of(Word word, const Corpus& corpus) {
  return word == kUnknownWord ? "(unknown)" : corpus.words.at(word);
}

std::string text_of(Sentence words, const Corpus& corpus, const char* separator) {
  std::string text;
  for (const Word word : words) {
    if (!text.empty()) text += separator;
    text += text_of(word, corpus);
  }
  return text;
}

std::string right_answer(const Question& question, const Corpus& corpus) {
  return question.answer == kUnknownWord ? text_of(question.answer_words, corpus, ",")
                                         : text_of(question.answer, corpus);
}

std::string likeliest_answers(Word right, const Corpus& corpus, const Real* probabilities) {
  constexpr size_t kMostAnswers = 5;
  std::vector<size_t> order(corpus.words.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const size_t count = std::min(kMostAnswers, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](size_t a, size_t b) {
                      return probabilities[a] != probabilities[b] ? probabilities[a] > probabilities[b] : a < b;
                    });
  std::string text =
      fmt::format("        model: {} ({})", corpus.words[order[0]], order[0] == right ? "right" : "wrong");
  for (size_t i = 0; i < count; ++i)
    text += fmt::format("{} {} {:.3f}", i == 0 ? ";" : ",", corpus.words[order[i]], probabilities[order[i]]);
  return text + '\n';
}

std::string shown_story(const StoryView& story, const Corpus& corpus, const Real* answers) {
  std::vector<char> is_support(story.statements.size(), 0);
  for (const Question& question : story.questions)
    for (const uint32_t support : question.supports) is_support[support] = 1;

  std::string text;
  size_t line = 0, told = 0;
  std::vector<size_t> line_of;  // for each statement
  for (size_t q = 0; q < story.questions.size(); ++q) {
    const Question& question = story.questions[q];
    for (; told < question.known; ++told) {
      line_of.push_back(++line);
      text += fmt::format("{:4} {} {}.\n", line, is_support[told] ? '*' : ' ',
                          text_of(story.statements[told], corpus, " "));
    }
    text += fmt::format("{:4}   {}? {}", ++line, text_of(question.words, corpus, " "), right_answer(question, corpus));
    for (size_t i = 0; i < question.supports.size(); ++i)
      text += fmt::format("{}{}", i == 0 ? " (" : " ", line_of[question.supports[i]]);
    text += question.supports.empty() ? "\n" : ")\n";
    if (answers) text += likeliest_answers(question.answer, corpus, answers + q * corpus.words.size());
  }
  return text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
