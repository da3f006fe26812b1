#pragma once
// Stories written out in a test, and a model's answers to them.

#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include "models/model.hpp"
#include "tasks/episode/task.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// A corpus of the words a … l, and stories told in them.
struct ToldStories {
  KnownCorpus corpus =
      std::make_shared<const Corpus>(Corpus{{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}, 5, 4, 10});
  StorySet set;

  explicit ToldStories(const std::vector<Story>& stories) : set(stories, *corpus) {}

  Spec spec() const { return Spec::of_stories(corpus->words.size(), corpus->episodes, corpus); }

  /// Those stories side by side, in that order, with room for that many questions.
  Batch batch(const std::vector<size_t>& which, size_t questions) const {
    Batch batch;
    batch.resize(spec(), questions, which.size());
    for (const size_t story : which) batch.tell(set.story(story));
    return batch;
  }
};

/// Three stories: of five statements and three questions, the first before all; of one with one; of three with two, a
/// statement after the last, and a question longer than the corpus's longest sentence.
inline const ToldStories& told_stories() {
  static const ToldStories told({{{"a b?", "l", {}},
                                  {"a b c.", "", {}},
                                  {"d b e c.", "", {}},
                                  {"f a?", "e", {2}},
                                  {"a g.", "", {}},
                                  {"d h c.", "", {}},
                                  {"b b b.", "", {}},
                                  {"f d?", "c", {5, 2}}},
                                 {{"d b i.", "", {}}, {"f d?", "i", {1}}},
                                 {{"j b i.", "", {}},
                                  {"f zebra?", "i", {1}},
                                  {"k zebra c.", "", {}},
                                  {"f k j a b l?", "i", {1}},
                                  {"a l.", "", {}}}});
  return told;
}

/// The logits of each question of each of the batch's stories: [story][question].
inline std::vector<std::vector<std::vector<Real>>> answers_to(const Model& model, const ParameterStore& store,
                                                              const Batch& batch, Watcher* watcher = nullptr) {
  Tape tape;
  tape.begin(store, nullptr);
  tape.set_watcher(watcher);
  const Answers answers = model.run({tape, batch.episodes, testing::noise()}, batch, 0);
  const auto logits = tape.value(answers.logits);
  std::vector<std::vector<std::vector<Real>>> all(batch.episodes);
  for (size_t b = 0; b < batch.episodes; ++b)
    for (size_t q = 0; q < batch.stories()[b].questions.size(); ++q)
      all[b].emplace_back(logits.column(b, q), logits.column(b, q) + logits.rows);
  return all;
}

/// Moves every learned number, so that none is zero or equal to another.
inline void move_parameters(ParameterStore& store, Real by) {
  Stream stream(9, Split::kCheck, Purpose::kTest, 0);
  for (const ParameterStore::Entry& entry : store.entries())
    for (size_t i = 0; entry.learned && i < entry.size(); ++i)
      store.data(entry)[i] += static_cast<Real>(stream.uniform(-by, by));
}

/// A parameter as its plain numbers.
struct Table {
  const Real* data;
  size_t rows, cols;
  double operator()(size_t r, size_t c) const { return data[c * rows + r]; }
};
inline Table table(const ParameterStore& store, const std::string& name) {
  for (const ParameterStore::Entry& entry : store.entries())
    if (entry.name == name) return {store.data(entry), entry.rows, entry.cols};
  FAIL("no parameter " << name);
  return {};
}

using List = std::vector<double>;

inline double dot_of(const List& a, const List& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
inline List product(const Table& m, const List& x) {
  List y(m.rows, 0);
  for (size_t r = 0; r < m.rows; ++r)
    for (size_t c = 0; c < m.cols; ++c) y[r] += m(r, c) * x[c];
  return y;
}
inline List sum_of(const List& a, const List& b) {
  List y(a.size());
  for (size_t i = 0; i < a.size(); ++i) y[i] = a[i] + b[i];
  return y;
}
inline List softmax_of(List x) {
  double sum = 0;
  for (double& v : x) sum += v = std::exp(v);
  for (double& v : x) v /= sum;
  return x;
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
