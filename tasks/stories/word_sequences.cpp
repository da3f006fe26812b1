#include "tasks/stories/word_sequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Indices into the marks.
constexpr size_t kStop = 0, kAsk = 1, kAnswer = 2;

/// Calls each(input, answer) for every step of a story: the input's token, and the target word, nullptr where nothing
/// is scored.
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

}  // namespace

WordSequences::WordSequences(std::unique_ptr<Task> stories)
    : stories_(std::move(stories)), corpus_(stories_->spec().corpus) {
  if (!corpus_ || !stories_->spec().tells_stories())
    throw std::invalid_argument("WordSequences: this task tells no stories");
}

Spec WordSequences::spec() const {
  const size_t words = corpus_->words.size();
  return Spec::of_tokens(words + kMarks.size(), words, stories_->spec().epoch, corpus_);
}

void WordSequences::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local Batch told;
  stories_->sample(range, shape, told);
  lay_out(told.stories(), batch);
}

void WordSequences::lay_out(std::span<const StoryView> stories, Batch& batch) const {
  const size_t words = corpus_->words.size();
  size_t longest = 0;
  for (const StoryView& story : stories) longest = std::max(longest, length(story, words));
  batch.resize(spec(), longest, stories.size());
  batch.joined_answers = true;
  for (size_t b = 0; b < stories.size(); ++b) {
    size_t step = 0;
    each_step(stories[b], words, [&](size_t input, const Word* answer) {
      if (input < batch.features()) batch.inputs[0].token(b, step) = static_cast<uint32_t>(input);
      if (answer) batch.ask(b, step, *answer < words ? *answer : kNoToken);
      ++step;
    });
    batch.inputs[0].lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(step);
  }
}

std::string WordSequences::show(const Batch& batch, size_t episode, const Real* answers) const {
  const size_t words = corpus_->words.size();
  const auto word = [&](size_t number) { return number < words ? corpus_->words[number] : std::string("(unknown)"); };
  const BatchStream& shown = batch.inputs[0];
  const auto input = [&](size_t step) { return size_t{shown.token(episode, step)}; };
  const size_t steps = shown.lengths[episode];

  std::string text;
  bool begins_line = true;
  for (size_t step = 0; step < steps; ++step) {
    const size_t number = input(step);
    const bool is_mark = number >= words && number < batch.features();
    if (!begins_line) text += ' ';
    text += is_mark ? std::string(kMarks[number - words]) : word(number);
    if (number == words + kAnswer) {
      text += ' ' + word(batch.target.token(episode, step));
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
