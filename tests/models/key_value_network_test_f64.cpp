// The key-value memory network against its equations in plain loops (Miller et al. 2016, section 3).

#include "models/readers/key_value_network.hpp"

#include "autodiff/ops/watch.hpp"
#include "tests/support/context.hpp"
#include "tests/support/told_stories.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::dot_of;
using testing::List;
using testing::product;
using testing::softmax_of;
using testing::sum_of;
using testing::Table;
using testing::table;
using testing::told_stories;

using Words = std::vector<size_t>;

constexpr size_t kToldWords = 12, kWidth = 5, kAges = 5, kPlaces = 4;  // of the told stories' corpus

KeyValueNetworkSettings small_key_value() {
  KeyValueNetworkSettings settings;
  settings.width = kWidth;
  settings.window = 3;
  return settings;
}

struct MadeKeyValue {
  ParameterStore store{4};
  KeyValueNetwork network;
  explicit MadeKeyValue(const KeyValueNetworkSettings& settings) : network(store, told_stories().spec(), settings) {
    testing::move_parameters(store, Real(0.5));
  }
};

/// Σ over the words of their vectors, weighted by position (Sukhbaatar et al. 2015, section 4.1) or not; the age is in
/// the last position.
List encoded(const Table& words, const Words& sentence, long age, const KeyValueNetworkSettings& settings,
             bool by_place) {
  List sum(kWidth, 0);
  const size_t places = kPlaces + settings.time;
  const auto put = [&](size_t word, size_t place) {
    for (size_t r = 0; r < kWidth && word < words.cols; ++r) {
      const double k = r + 1.0, j = place + 1.0, d = kWidth, all = places;
      sum[r] += words(r, word) * (by_place ? 1 + 4 * (k - (d + 1) / 2) * (j - (all + 1) / 2) / (d * all) : 1);
    }
  };
  for (size_t i = 0; i < sentence.size(); ++i) put(sentence[i], std::min(i, places - 1));
  const size_t dictionaries = settings.memories == KeyValueMemories::kCentredWindows ? 2 : 1;
  if (age > 0 && settings.time) put(dictionaries * kToldWords + age - 1, places - 1);
  return sum;
}

struct Pair {
  size_t statement;
  Words hashed;  ///< what is looked for a word of the question
  Words key, value;
  long key_age, value_age;
};

std::vector<Pair> pairs(const StoryView& story, const Question& question, const KeyValueNetworkSettings& settings) {
  std::vector<Pair> all;
  for (size_t s = 0; s < question.known; ++s) {
    const Words words(story.statements[s].begin(), story.statements[s].end());
    const long age = std::min<long>(question.known - s, kAges);
    if (settings.memories == KeyValueMemories::kSentences) {
      all.push_back({s, words, words, words, age, age});
      continue;
    }
    for (long middle = 0; middle < static_cast<long>(words.size()); ++middle) {
      Pair pair{s, {}, {}, {words[middle]}, age, 0};
      const bool second = settings.memories == KeyValueMemories::kCentredWindows;
      const auto again = [&](size_t word) { return second && word < kToldWords ? word + kToldWords : word; };
      const long reach = (static_cast<long>(settings.window) - 1) / 2;
      for (long i = middle - reach; i <= middle + reach; ++i) {
        if (i < 0 || i >= static_cast<long>(words.size())) continue;
        pair.hashed.push_back(words[i]);
        pair.key.push_back(i == middle ? again(words[i]) : words[i]);
      }
      pair.value[0] = again(pair.value[0]);
      all.push_back(pair);
    }
  }
  if (!settings.hashing) return all;
  const auto has = [](const Pair& pair, size_t word) {
    for (const size_t other : pair.hashed)
      if (other == word) return true;
    return false;
  };
  std::vector<Pair> kept;
  for (const Pair& pair : all) {
    bool shares = false;
    for (const Word word : question.words) {
      size_t keys = 0;
      for (const Pair& other : all) keys += has(other, word);
      shares = shares || (word != kUnknownWord && keys < settings.hash_below && has(pair, word));
    }
    if (shares) kept.push_back(pair);
  }
  return kept;
}

struct Answered {
  List logits;
  std::vector<List> by_statement;  ///< weights at each hop
};

Answered answered(const ParameterStore& store, const KeyValueNetworkSettings& settings, const StoryView& story,
                  const Question& question) {
  const Table a = table(store, "words"), of_values = settings.own_values ? table(store, "values/words") : a;
  const bool sentences = settings.memories == KeyValueMemories::kSentences;
  std::vector<List> keys, values;
  const auto all = pairs(story, question, settings);
  for (const Pair& pair : all) {
    keys.push_back(encoded(a, pair.key, pair.key_age, settings, settings.positions));
    values.push_back(encoded(of_values, pair.value, pair.value_age, settings, settings.positions && sentences));
  }
  List q = encoded(a, Words(question.words.begin(), question.words.end()), 0, settings, settings.positions);
  Answered answer;
  for (size_t hop = 1; hop <= settings.hops; ++hop) {
    List scores;
    for (const List& key : keys) scores.push_back(dot_of(q, key));
    const List p = softmax_of(scores);
    List o(kWidth, 0), shown(question.known, 0);
    for (size_t i = 0; i < p.size(); ++i) {
      shown[all[i].statement] += p[i];
      for (size_t r = 0; r < kWidth; ++r) o[r] += p[i] * values[i][r];
    }
    answer.by_statement.push_back(shown);
    q = product(table(store, "hop-" + std::to_string(hop) + "/weights"), sum_of(q, o));
  }
  const Table b = settings.own_answers ? table(store, "answers/words") : a;
  const size_t first = !settings.own_answers && settings.memories == KeyValueMemories::kCentredWindows ? kToldWords : 0;
  for (size_t w = 0; w < kToldWords; ++w) {
    double logit = 0;
    for (size_t r = 0; r < kWidth; ++r) logit += b(r, first + w) * q[r];
    answer.logits.push_back(logit);
  }
  return answer;
}

void check_key_value(const KeyValueNetworkSettings& settings) {
  const MadeKeyValue made(settings);
  const Batch batch = told_stories().batch({0, 1, 2}, 4);
  const auto got = testing::answers_to(made.network, made.store, batch);
  for (size_t b = 0; b < batch.episodes; ++b) {
    REQUIRE(got[b].size() == batch.stories()[b].questions.size());
    for (size_t q = 0; q < got[b].size(); ++q) {
      INFO("story " << b << ", question " << q);
      const auto right = answered(made.store, settings, batch.stories()[b], batch.stories()[b].questions[q]);
      for (size_t w = 0; w < kToldWords; ++w) CHECK(got[b][q][w] == Approx(right.logits[w]).epsilon(1e-9));
    }
  }
}

class SeenHops final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View&) override {
    if (name == "hop/weights") weights.push_back(testing::numbers(value));
  }
  std::vector<std::vector<Real>> weights;
};

/// Every combination of the options that select the memories.
template <class Check>
void for_all_memories(Check check) {
  for (const auto memories :
       {KeyValueMemories::kSentences, KeyValueMemories::kWindows, KeyValueMemories::kCentredWindows})
    for (const size_t hash_below : {0, 2, 1000}) {
      KeyValueNetworkSettings settings = small_key_value();
      settings.memories = memories;
      settings.hashing = hash_below > 0;
      settings.hash_below = hash_below;
      INFO("memories " << static_cast<int>(memories) << ", hashed below " << hash_below);
      check(settings);
    }
}

}  // namespace

TEST_CASE("the key-value network's answers are what plain loops over its equations give") {
  for_all_memories(check_key_value);
  for (const auto memories : {KeyValueMemories::kSentences, KeyValueMemories::kCentredWindows})
    for (const bool time : {true, false})
      for (const bool positions : {true, false})
        for (const bool own : {true, false}) {
          KeyValueNetworkSettings settings = small_key_value();
          settings.memories = memories;
          settings.time = time;
          settings.positions = positions;
          settings.own_values = own;
          settings.own_answers = !own;
          settings.hops = 3;
          settings.window = 5;
          INFO("time " << time << ", positions " << positions << ", own values " << own);
          check_key_value(settings);
        }
}

TEST_CASE("a watcher sees what each statement weighs, the oldest first, once a hop") {
  for_all_memories([](const KeyValueNetworkSettings& settings) {
    const MadeKeyValue made(settings);
    const StoryView story = told_stories().set.question(2);  // the last of the first story
    Batch batch;
    batch.resize(Spec::of_stories(kToldWords), 1, 1);
    batch.tell(story);
    SeenHops seen;
    testing::answers_to(made.network, made.store, batch, &seen);
    const auto right = answered(made.store, settings, story, story.questions[0]);
    REQUIRE(seen.weights.size() == settings.hops);
    for (size_t hop = 0; hop < settings.hops; ++hop) {
      REQUIRE(seen.weights[hop].size() == 5);
      for (size_t s = 0; s < 5; ++s) CHECK(seen.weights[hop][s] == Approx(right.by_statement[hop][s]).margin(1e-12));
    }
  });
}

TEST_CASE("hashing looks at nothing but what shares a word that is rare enough") {
  KeyValueNetworkSettings settings = small_key_value();
  settings.hashing = true;
  const auto looked_at = [&](size_t hash_below) {
    settings.hash_below = hash_below;
    const MadeKeyValue made(settings);
    Batch batch;
    batch.resize(Spec::of_stories(kToldWords), 1, 1);
    batch.tell(told_stories().set.question(2));  // f d, of: a b c, d b e c, a g, d h c, b b b
    SeenHops seen;
    testing::answers_to(made.network, made.store, batch, &seen);
    std::vector<bool> at;
    for (const Real w : seen.weights.at(0)) at.push_back(w > 0);
    return at;
  };
  CHECK(looked_at(1000) == std::vector<bool>{false, true, false, true, false});
  CHECK(looked_at(3) == std::vector<bool>{false, true, false, true, false});
  CHECK(looked_at(2) == std::vector<bool>(5, false));  // d is in two
}

TEST_CASE("a question is answered alike whatever stories stand beside its own") {
  for_all_memories([](const KeyValueNetworkSettings& settings) {
    const MadeKeyValue made(settings);
    const auto together = testing::answers_to(made.network, made.store, told_stories().batch({2, 0, 1}, 5));
    for (size_t b = 0; b < 3; ++b) {
      const auto alone = testing::answers_to(made.network, made.store,
                                             told_stories().batch({std::array<size_t, 3>{2, 0, 1}[b]}, 3))[0];
      for (size_t q = 0; q < alone.size(); ++q)
        for (size_t w = 0; w < kToldWords; ++w) CHECK(together[b][q][w] == Approx(alone[q][w]).epsilon(1e-9));
    }
  });
}

TEST_CASE("where nothing is asked, the key-value network answers nothing") {
  Batch silent = told_stories().batch({1}, 1);
  silent.inputs[0].stories[0].questions = {};
  const MadeKeyValue made(small_key_value());
  Tape tape;
  tape.begin(made.store, nullptr);
  CHECK(made.network.run({tape, 1, testing::noise()}, silent, 0).steps.empty());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
