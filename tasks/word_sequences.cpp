#include "tasks/word_sequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Their places among the marks.
constexpr size_t kStop = 0, kAsk = 1, kAnswer = 2;

/// Calls each(input, answer) for every step of a story: the number of its input's bit, and the word that is its target,
/// nullptr where nothing is scored.
template <class Each>
void each_step(const StoryView& story, size_t words, Each each) {
  size_t told = 0;
  const auto tell = [&](size_t until) {
    for (; told < until; ++told) {
      for (const Word word : story.statements[told]) each(word, nullptr);
      each(words + kStop, nullptr);
    }
  };
  for (const Question& question : story.questions) {
    tell(question.known);
    for (const Word word : question.words) each(word, nullptr);
    each(words + kAsk, nullptr);
    for (const Word& word : question.answer_words) each(words + kAnswer, &word);
  }
  tell(story.statements.size());
}

size_t length(const StoryView& story, size_t words) {
  size_t steps = 0;
  each_step(story, words, [&](size_t, const Word*) { ++steps; });
  return steps;
}

/// The place of a column's only 1, or its size where there is none.
size_t one_hot(const Real* column, size_t size) {
  return static_cast<size_t>(std::find(column, column + size, Real{1}) - column);
}

}  // namespace

WordSequences::WordSequences(std::unique_ptr<Task> stories)
    : stories_(std::move(stories)), corpus_(stories_->spec().corpus) {
  if (!corpus_ || stories_->spec().inputs != 0)
    throw std::invalid_argument("WordSequences: this task tells no stories");
}

Spec WordSequences::spec() const {
  const size_t words = corpus_->words.size();
  return {words + kMarks.size(), words, Scoring::kClasses, stories_->spec().epoch, corpus_};
}

void WordSequences::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local Batch told;
  stories_->sample(range, shape, told);
  const size_t words = corpus_->words.size();
  size_t longest = 0;
  for (const StoryView& story : told.stories) longest = std::max(longest, length(story, words));
  batch.resize(words + kMarks.size(), words, longest, range.count, Scoring::kClasses);
  batch.joined_answers = true;
  for (size_t b = 0; b < range.count; ++b) {
    size_t step = 0;
    each_step(told.stories[b], words, [&](size_t input, const Word* answer) {
      if (input < batch.features) batch.input(b, step)[input] = 1;
      if (answer) {
        if (*answer < words) batch.target(b, step)[*answer] = 1;
        std::fill_n(batch.scored(b, step), words, Real{1});
      }
      ++step;
    });
  }
}

std::string WordSequences::show(const Batch& batch, size_t episode, const Real* answers) const {
  const size_t words = corpus_->words.size();
  const auto word = [&](size_t number) { return number < words ? corpus_->words[number] : std::string("(unknown)"); };
  const auto input = [&](size_t step) { return one_hot(batch.input(episode, step), batch.features); };
  size_t steps = batch.steps;
  while (steps > 0 && input(steps - 1) == batch.features) --steps;  // a story ends with a mark, padding has none

  std::string text;
  bool begins_line = true;
  for (size_t step = 0; step < steps; ++step) {
    const size_t number = input(step);
    const bool is_mark = number >= words && number < batch.features;
    if (!begins_line) text += ' ';
    text += is_mark ? std::string(kMarks[number - words]) : word(number);
    if (number == words + kAnswer) {
      text += ' ' + word(one_hot(batch.target(episode, step), words));
      if (answers) {
        const Real* const chances = answers + step * words;
        const Real* const best = std::max_element(chances, chances + words);
        text += fmt::format(" (answered {}, {:.2f})", word(static_cast<size_t>(best - chances)), *best);
      }
    }
    const bool answer_goes_on = step + 1 < steps && input(step + 1) == words + kAnswer;
    begins_line = number == words + kStop || (number == words + kAnswer && !answer_goes_on);
    if (begins_line) text += '\n';
  }
  return text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
