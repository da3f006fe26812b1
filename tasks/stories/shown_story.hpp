#pragma once
// Stories as text.

#include <string>

#include "autodiff/base/real.hpp"
#include "tasks/data/text/story_set.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A word, or "(unknown)".
std::string text_of(Word word, const Corpus& corpus);

/// Words with a separator between them.
std::string text_of(Sentence words, const Corpus& corpus, const char* separator);

/// As in the corpus ("milk,football"), or word by word where the corpus lacks it.
std::string right_answer(const Question& question, const Corpus& corpus);

/// A line such as "model: kitchen (right); kitchen 0.930, garden 0.041, …" with the five likeliest answers;
/// `probabilities`: one for each word of the corpus.
std::string likeliest_answers(Word right, const Corpus& corpus, const Real* probabilities);

/// Statements and questions in order, with line numbers from 1; `*` marks a statement that supports an answer. A
/// question is followed by the right answer and its supports' numbers, and below it, where there are `answers`
/// (words×questions, probabilities), by the model's five likeliest.
std::string shown_story(const StoryView& story, const Corpus& corpus, const Real* answers);

}  // namespace tapehead::inline TAPEHEAD_REAL
