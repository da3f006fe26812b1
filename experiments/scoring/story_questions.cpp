#include "experiments/scoring/story_questions.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

bool tells_stories(const Task& task) {
  const Spec spec = task.spec();
  return spec.tells_stories() && spec.corpus;
}

std::vector<StoryView> questions_of(const Task& task, uint64_t seed, Split split, size_t most, size_t group) {
  std::vector<StoryView> questions;
  Batch batch;
  const size_t episodes = task.episodes(split, group);
  for (uint64_t k = 0; k < episodes && questions.size() < most; ++k) {
    Stream draw(seed, split, Purpose::kShape, k);
    task.sample({seed, split, k, 1, group}, task.shape(draw, {}), batch);
    const StoryView& story = batch.stories().front();
    for (size_t q = 0; q < story.questions.size() && questions.size() < most; ++q)
      questions.push_back({story.statements.first(story.questions[q].known), story.questions.subspan(q, 1)});
  }
  return questions;
}

void ask(const StoryView& question, size_t words, Batch& batch) {
  batch.resize(Spec::of_stories(words), 1, 1);
  batch.tell(question);
  batch.ask(0, 0, token_of(question.questions.front().answer));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
