#pragma once
// What a trace says of a story, so that it can be drawn without anything else.

#include <string>
#include <vector>

#include "experiments/traces/hdf5_file.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The texts of a batch of one episode of a corpus, UTF-8:
/// - "story/classes": the answers there are, a text for each row of outputs and targets;
/// - of a story with one question: "story/statements", those before the question, the oldest first; "story/question";
///   "story/answer", the right one, which the classes may lack;
/// - of words read one by one: "story/sequence", a word for each step, with '.', '?' and '-' for the end of a
/// statement,
///   of a question, and for where a word of an answer is asked for.
/// A word that the corpus lacks is "(unknown)".
std::vector<Hdf5Texts> story_texts(const Corpus& corpus, const Batch& batch);

/// Of words read one by one, a line for each word of an answer: its likeliest_answers(), of probabilities
/// outputs×steps.
std::string likeliest_words(const Corpus& corpus, const Batch& batch, const Real* probabilities);

/// "story/supports": the statements, numbered from 0, that support the answer. None where the batch has no story.
std::vector<Real> story_supports(const Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
