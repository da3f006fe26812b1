#include "experiments/traces/story_trace.hpp"

#include "tasks/stories/shown_story.hpp"
#include "tasks/stories/word_sequences.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The word shown at a step.
std::string word_of(const Corpus& corpus, const Batch& batch, size_t step) {
  const size_t number = batch.inputs[0].token(0, step), words = corpus.words.size();
  if (number == kNoToken) return text_of(kUnknownWord, corpus);
  return number < words ? corpus.words[number] : std::string(WordSequences::kMarks[number - words]);
}

}  // namespace

std::vector<Hdf5Texts> story_texts(const Corpus& corpus, const Batch& batch) {
  std::vector<Hdf5Texts> all{{"story/classes", corpus.words}};
  if (!batch.tells_stories()) {
    Hdf5Texts sequence{"story/sequence", {}};
    for (size_t step = 0; step < batch.steps(); ++step) sequence.texts.push_back(word_of(corpus, batch, step));
    all.push_back(std::move(sequence));
    return all;
  }
  const StoryView& story = batch.stories().front();
  const Question& question = story.questions.front();
  Hdf5Texts statements{"story/statements", {}};
  for (const Sentence& statement : story.statements) statements.texts.push_back(text_of(statement, corpus, " "));
  all.push_back(std::move(statements));
  all.push_back({"story/question", {text_of(question.words, corpus, " ")}});
  all.push_back({"story/answer", {right_answer(question, corpus)}});
  return all;
}

std::string likeliest_words(const Corpus& corpus, const Batch& batch, const Real* probabilities) {
  std::string lines;
  for (size_t step = 0; step < batch.steps(); ++step) {
    if (batch.scored(0, step)[0] == 0) continue;
    const uint32_t right = batch.target.token(0, step);
    lines += likeliest_answers(right < batch.outputs() ? static_cast<Word>(right) : kUnknownWord, corpus,
                               probabilities + step * batch.outputs());
  }
  return lines;
}

std::vector<Real> story_supports(const Batch& batch) {
  if (!batch.tells_stories()) return {};
  const auto supports = batch.stories().front().questions.front().supports;
  return {supports.begin(), supports.end()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
