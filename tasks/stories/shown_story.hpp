#pragma once
// A story as a person reads it.

#include <string>

#include "autodiff/base/real.hpp"
#include "tasks/data/text/story_set.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A word, or "(unknown)".
std::string text_of(Word word, const Corpus& corpus);

/// Words with something between them.
std::string text_of(Sentence words, const Corpus& corpus, const char* separator);

/// As the corpus has it ("milk,football"), or word by word where the corpus lacks it.
std::string right_answer(const Question& question, const Corpus& corpus);

/// A line such as "model: kitchen (right); kitchen 0.930, garden 0.041, …": the five likeliest answers, of
/// `probabilities` for each word of the corpus.
std::string likeliest_answers(Word right, const Corpus& corpus, const Real* probabilities);

/// Statements and questions in order, their lines numbered from 1; a `*` stands before a statement that supports an
/// answer. Behind a question are the right answer and the numbers of its supports, and below it, where there are
/// `answers` (words×questions, probabilities), the model's five likeliest.
std::string shown_story(const StoryView& story, const Corpus& corpus, const Real* answers);

}  // namespace tapehead::inline TAPEHEAD_REAL
