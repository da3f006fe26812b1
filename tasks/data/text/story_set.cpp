#include "tasks/data/text/story_set.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tapehead {
namespace {

/// The words of a corpus, indexed by text.
class Numbers final {
 public:
  explicit Numbers(const Corpus& corpus) {
    for (size_t i = 0; i < corpus.words.size(); ++i) numbers_.emplace(corpus.words[i], static_cast<Word>(i));
  }
  Word of(std::string_view word) const {
    const auto found = numbers_.find(word);
    return found == numbers_.end() ? kUnknownWord : found->second;
  }

 private:
  std::unordered_map<std::string_view, Word> numbers_;
};

/// A range of a vector that still grows.
struct Run {
  size_t begin, size;
};

template <class T>
std::span<const T> in(const std::vector<T>& all, Run run) {
  return {all.data() + run.begin, run.size};
}

}  // namespace

StorySet::StorySet(const std::vector<Story>& stories, const Corpus& corpus) {
  const Numbers numbers(corpus);
  struct Places {
    Run words, answer_words, supports;
  };
  std::vector<Run> statements;
  std::vector<Places> questions;
  const auto add_word = [&](std::string_view word) { words_.push_back(numbers.of(word)); };
  constexpr uint32_t kQuestion = ~uint32_t{0};
  std::vector<uint32_t> statement_at;  // the index of a line's statement

  for (const Story& story : stories) {
    Extent extent{statements.size(), 0, questions.size(), 0};
    statement_at.clear();
    for (const StoryLine& line : story) {
      const size_t first_word = words_.size();
      for_each_word(line.text, add_word);
      const Run words{first_word, words_.size() - first_word};
      if (!line.is_question()) {
        statement_at.push_back(static_cast<uint32_t>(statements.size() - extent.statement));
        statements.push_back(words);
        continue;
      }
      const size_t first_support = supports_.size();
      for (const uint32_t support : line.supports) {
        if (support == 0 || support > statement_at.size() || statement_at[support - 1] == kQuestion)
          throw std::invalid_argument("story set: a support is no earlier statement");
        supports_.push_back(statement_at[support - 1]);
      }
      const size_t first_part = words_.size();
      for_each_answer_word(line.answer, add_word);
      const size_t parts = words_.size() - first_part;
      const Word answer = parts == 1 ? words_.back() : numbers.of(answer_class(line.answer));
      questions.push_back({words, {first_part, parts}, {first_support, line.supports.size()}});
      extent.statements = statements.size() - extent.statement;
      questions_.push_back({{}, static_cast<uint32_t>(extent.statements), answer, {}, {}});
      story_of_.push_back(stories_.size());
      statement_at.push_back(kQuestion);
    }
    extent.questions = questions.size() - extent.question;
    if (extent.questions > 0) stories_.push_back(extent);
  }

  for (const Run words : statements) statements_.push_back(in(words_, words));
  for (size_t i = 0; i < questions.size(); ++i) {
    questions_[i].words = in(words_, questions[i].words);
    questions_[i].answer_words = in(words_, questions[i].answer_words);
    questions_[i].supports = in(supports_, questions[i].supports);
  }
}

StoryView StorySet::story(size_t number) const {
  const Extent& extent = stories_[number];
  return {std::span(statements_).subspan(extent.statement, extent.statements),
          std::span(questions_).subspan(extent.question, extent.questions)};
}

StoryView StorySet::question(size_t number) const {
  const Extent& extent = stories_[story_of_[number]];
  return {std::span(statements_).subspan(extent.statement, questions_[number].known),
          std::span(questions_).subspan(number, 1)};
}

}  // namespace tapehead
