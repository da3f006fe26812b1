#include "catalogue/check/small_stories.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const KnownCorpus& corpus() {
  static const auto small =
      std::make_shared<const Corpus>(Corpus{{"a", "b", "c", "d", "e", "f", "g", "h", "i"}, 4, 3, 10});
  return small;
}

const StorySet& stories() {
  static const StorySet set({{{"a b c.", "", {}},
                              {"d b e.", "", {}},
                              {"f a?", "e", {2}},
                              {"a g.", "", {}},
                              {"d h c.", "", {}},
                              {"f d?", "c", {5, 2}}},
                             {{"d b i.", "", {}}, {"f d?", "i", {1}}}},
                            *corpus());
  return set;
}

}  // namespace

Spec small_story_spec() { return Spec::of_stories(corpus()->words.size(), corpus()->episodes, corpus()); }

Batch small_story_batch() {
  Batch batch;
  batch.resize(small_story_spec(), 2, 2);
  for (size_t b = 0; b < batch.episodes; ++b) {
    batch.tell(stories().story(b));
    const auto& questions = batch.stories().back().questions;
    for (size_t q = 0; q < questions.size(); ++q) batch.ask(b, q, questions[q].answer);
  }
  return batch;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
