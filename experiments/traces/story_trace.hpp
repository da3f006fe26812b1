#pragma once
// Data of a story, complete enough to draw a trace.

#include <string>
#include <vector>

#include "experiments/traces/hdf5_file.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The texts of a batch of one episode of a corpus, UTF-8:
/// - "story/classes": the possible answers, one text per row of outputs and targets;
/// - for a story with one question: "story/statements", those before the question, the oldest first; "story/question";
/// "story/answer", the right one, which the classes may lack;
/// - for words read one by one: "story/sequence", one word per step, with '.', '?' and '-' for the end of a statement,
/// the end of a question, and a step that asks for a word of an answer.
/// A word that the corpus lacks is "(unknown)".
std::vector<Hdf5Texts> story_texts(const Corpus& corpus, const Batch& batch);

/// For words read one by one, a line per word of an answer: its likeliest_answers(), from probabilities outputs×steps.
std::string likeliest_words(const Corpus& corpus, const Batch& batch, const Real* probabilities);

/// "story/supports": the statements, numbered from 0, that support the answer; empty where the batch has no story.
std::vector<Real> story_supports(const Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
