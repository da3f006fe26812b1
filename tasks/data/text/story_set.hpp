#pragma once
// Stories as numbers, which models read.

#include <span>
#include <vector>

#include "tasks/data/text/corpus.hpp"

namespace tapehead {

using Sentence = std::span<const Word>;

struct Question {
  Sentence words;
  uint32_t known;                      ///< the number of statements before it in the story
  Word answer;                         ///< a class; kUnknownWord where the corpus lacks it
  Sentence answer_words;               ///< the answer's words separately
  std::span<const uint32_t> supports;  ///< indices of statements, from 0, in the file's order
};

/// A story, or its beginning up to a question. A view into a StorySet, which must outlive it.
struct StoryView {
  std::span<const Sentence> statements;
  std::span<const Question> questions;
};

/// Stories of one task, in order, stored in a few vectors. Left out is what no question depends on: stories without a
/// question, and statements after the last one.
class StorySet final {
 public:
  /// Throws std::invalid_argument for a support that is no earlier statement.
  StorySet(const std::vector<Story>& stories, const Corpus& corpus);
  StorySet(StorySet&&) = default;
  StorySet& operator=(StorySet&&) = default;

  size_t stories() const { return stories_.size(); }
  size_t questions() const { return questions_.size(); }

  /// A whole story with all its questions.
  StoryView story(size_t number) const;
  /// The statements before a question, and that question alone.
  StoryView question(size_t number) const;

 private:
  struct Extent {
    size_t statement, statements, question, questions;
  };
  std::vector<Word> words_;
  std::vector<uint32_t> supports_;
  std::vector<Sentence> statements_;
  std::vector<Question> questions_;
  std::vector<size_t> story_of_;  // of each question
  std::vector<Extent> stories_;
};

}  // namespace tapehead
