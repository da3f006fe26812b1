// The memory network against the papers' formulas in plain loops: over whole feature vectors, one question at a time.

#include "models/readers/memory_network.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "tests/support/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kWords = 9, kEmbedding = 5;
constexpr int kSeeds = 12;
using Path = std::vector<size_t>;  // the facts found, in their order
using Features = std::vector<double>;

/// A story that owns its words.
struct Told {
  struct Asked {
    std::vector<Word> words;
    uint32_t known;
    Word answer;
    std::vector<uint32_t> supports;
  };
  Told(const std::vector<std::vector<Word>>& lines, const std::vector<Asked>& all) : said(lines), asked(all) {
    for (const auto& words : said) statements.emplace_back(words);
    for (const Asked& one : asked) questions.push_back({one.words, one.known, one.answer, {}, one.supports});
  }
  Told(const Told&) = delete;
  StoryView view() const { return {statements, questions}; }

  std::vector<std::vector<Word>> said;
  std::vector<Asked> asked;
  std::vector<Sentence> statements;
  std::vector<Question> questions;
};

using Stories = std::vector<std::unique_ptr<Told>>;

/// Searches shorter than, as long as and longer than the list of supports; a repeated statement, a repeated word,
/// unknown words, an unknown answer, no supports, nothing known.
Stories stories() {
  Stories all;
  all.push_back(std::make_unique<Told>(
      std::vector<std::vector<Word>>{{0, 1, 2}, {3, 1, 4}, {0, 5, 2}, {3, 1, 4}, {6, 6, 1}, {kUnknownWord, 7}},
      std::vector<Told::Asked>{{{8, 0}, 2, 2, {1}}, {{8, 3}, 5, 4, {4, 1}}, {{8, 6, 0}, 6, 1, {0, 3, 2, 5}}}));
  all.push_back(std::make_unique<Told>(std::vector<std::vector<Word>>{{7, 1}},
                                       std::vector<Told::Asked>{{{8, 7}, 0, 3, {}}, {{8, 7}, 1, 1, {0}}}));
  all.push_back(std::make_unique<Told>(std::vector<std::vector<Word>>{{0, 1}, {2, 1}, {4, 5}},
                                       std::vector<Told::Asked>{{{8, 4}, 3, 5, {}}, {{8, 2}, 2, kUnknownWord, {0}}}));
  return all;
}

Batch batch_of(const Stories& stories) {
  Batch batch;
  batch.resize(Spec::of_stories(kWords), 3, stories.size());
  for (const auto& story : stories) batch.tell(story->view());
  return batch;
}

/// The formulas: U over all features (words of a question, of candidates, of the last fact found, of those before; Φt;
/// "no more").
class Formulas {
 public:
  Formulas(const ParameterStore& store, const MemoryNetworkSettings& settings) : settings_(settings) {
    for (const auto& e : store.entries()) tables_[e.name] = {store.data(e), store.data(e) + e.size()};
  }

  double s(const char* of, const Features& x, const Features& y) const {
    double total = 0;
    for (size_t r = 0; r < kEmbedding; ++r) total += embedded(of, x, r) * embedded(of, y, r);
    return total;
  }

  /// s(x, y, y'), where y and y' are statement numbers, or that of "no more" after them.
  double s(const Told::Asked& asked, const Told& story, const Path& found, size_t y, size_t other) const {
    Features difference(kAll, 0.0);
    add_candidate(story, asked, y, +1, difference);
    add_candidate(story, asked, other, -1, difference);
    const size_t no_more = asked.known;
    if (settings_.time && y != no_more && other != no_more) {
      const auto x_is_older_than = [&](size_t fact) { return !found.empty() && found.back() < fact; };
      difference[kAges] += x_is_older_than(y) ? 1 : 0;
      difference[kAges + 1] += x_is_older_than(other) ? 1 : 0;
      difference[kAges + 2] += y < other ? 1 : 0;
    }
    return s("facts", read(story, asked, found), difference);
  }

  /// The network's own search.
  Path search(const Told& story, const Told::Asked& asked) const {
    Path found;
    while (found.size() < settings_.hops && asked.known > 0) {
      size_t best = asked.known - 1;
      for (size_t i = 1; i < asked.known; ++i)
        if (const size_t other = asked.known - 1 - i; s(asked, story, found, other, best) > 0) best = other;
      if (settings_.adaptive && s(asked, story, found, asked.known, best) > 0) break;
      found.push_back(best);
    }
    return found;
  }

  /// The training objective; `taught` are the correct facts hop by hop, including "no more".
  Path taught(const Told::Asked& asked) const {
    Path facts(asked.supports.begin(), asked.supports.end());
    if (settings_.adaptive) facts.push_back(asked.known);
    while (!settings_.adaptive && !facts.empty() && facts.size() < settings_.hops) facts.push_back(facts.back());
    facts.resize(std::min(facts.size(), settings_.hops));
    return asked.known == 0 ? Path{} : facts;
  }

  double loss(const Told& story, const Told::Asked& asked) const {
    const Path right = taught(asked);
    Path found;
    double total = 0;
    for (const size_t fact : right) {
      for (size_t wrong = 0; wrong < asked.known + (settings_.adaptive ? 1 : 0); ++wrong) {
        if (wrong == fact) continue;
        const double lead = fact < wrong ? s(asked, story, found, fact, wrong) : -s(asked, story, found, wrong, fact);
        total += std::max(0., settings_.margin - lead);
      }
      if (fact < asked.known) found.push_back(fact);
    }
    if (asked.answer == kUnknownWord) return total;
    const auto words = answers(story, asked, path_in_training(story, asked));
    for (size_t w = 0; w < kWords; ++w)
      if (w != asked.answer) total += std::max(0., settings_.margin - words[asked.answer] + words[w]);
    return total;
  }

  Path path_in_training(const Told& story, const Told::Asked& asked) const {
    Path path = taught(asked);
    if (path.empty()) return search(story, asked);
    std::erase(path, size_t{asked.known});
    return path;
  }

  std::vector<double> answers(const Told& story, const Told::Asked& asked, const Path& found) const {
    std::vector<double> scores;
    for (size_t w = 0; w < kWords; ++w) {
      Features word(kAll, 0.0);
      word[kCandidate + w] = 1;
      scores.push_back(s("answers", read(story, asked, found), word));
    }
    return scores;
  }

 private:
  static constexpr size_t kCandidate = kWords, kLatest = 2 * kWords, kEarlier = 3 * kWords, kAges = 4 * kWords,
                          kNoMore = kAges + 3, kAll = kNoMore + 1;

  static void add_words(std::span<const Word> words, size_t first, double sign, Features& to) {
    for (const Word w : words)
      if (w != kUnknownWord) to[first + w] += sign;
  }
  static void add_candidate(const Told& story, const Told::Asked& asked, size_t fact, double sign, Features& to) {
    if (fact == asked.known)
      to[kNoMore] += sign;
    else
      add_words(story.said[fact], kCandidate, sign, to);
  }
  static Features read(const Told& story, const Told::Asked& asked, const Path& found) {
    Features x(kAll, 0.0);
    add_words(asked.words, 0, 1, x);
    for (size_t k = 0; k < found.size(); ++k)
      add_words(story.said[found[k]], k + 1 == found.size() ? kLatest : kEarlier, 1, x);
    return x;
  }

  /// (UΦ)ᵣ
  double embedded(const std::string& of, const Features& features, size_t r) const {
    double total = 0;
    const auto add = [&](const std::string& table, size_t first, size_t count) {
      const auto at = tables_.find(of + table);
      for (size_t j = 0; at != tables_.end() && j < count; ++j)
        total += at->second[j * kEmbedding + r] * features[first + j];
    };
    add("/question", 0, kWords);
    add("/candidate", kWords, kWords);
    add(settings_.latest ? "/latest" : "/found", kLatest, kWords);
    add(settings_.latest ? "/earlier" : "/found", kEarlier, kWords);
    add("/ages", kAges, 3);
    add("/no-more", kNoMore, 1);
    return total;
  }

  MemoryNetworkSettings settings_;
  std::map<std::string, std::vector<double>> tables_;
};

/// A network with numbers large enough that every kind of choice occurs.
struct Made {
  explicit Made(const MemoryNetworkSettings& settings, int seed)
      : store(static_cast<uint64_t>(seed)), network(store, settings) {
    Stream stream(static_cast<uint64_t>(seed), Split::kCheck, Purpose::kTest, 0);
    for (Real& x : store.values()) x = stream.uniform(-0.5, 0.5);
  }
  ParameterStore store;
  MemoryNetwork network;
};

/// Records what each hop of each question found; empty if its search was over.
struct Paths final : Watcher {
  void see(const std::string& name, Var value, const View&) override {
    REQUIRE(name == "hop/weights");
    const auto w = value.tape->value(value);
    of_question.resize(w.batch);
    for (size_t i = 0; i < w.batch; ++i) {
      CHECK(std::count(w.item(i), w.item(i) + w.rows, Real{0}) >= static_cast<long>(w.rows) - 1);
      const auto at = static_cast<size_t>(std::find(w.item(i), w.item(i) + w.rows, Real{1}) - w.item(i));
      if (at < w.rows) of_question[i].push_back(at);
    }
  }
  std::vector<Path> of_question;
};

struct Result {
  std::vector<std::vector<double>> logits;  // of each question, padding too
  std::vector<double> losses;               // of each episode, in training
  std::vector<Path> paths;
};

Result run(const Made& made, const Batch& batch, bool training) {
  Tape tape;
  Paths paths;
  tape.begin(made.store, nullptr);
  tape.set_watcher(&paths);
  const Answers answers = made.network.run(
      {tape, batch.episodes, testing::noise(), training ? Phase::kTraining : Phase::kScoring}, batch, 0);
  CHECK(answers.objective.has_value() == training);
  Result result;
  const auto logits = tape.value(answers.logits);
  REQUIRE(logits.rows == kWords);
  for (size_t b = 0; b < batch.episodes; ++b) {
    for (size_t c = 0; c < logits.cols; ++c)
      result.logits.emplace_back(logits.column(b, c), logits.column(b, c) + kWords);
    if (training) result.losses.push_back(*tape.value(*answers.objective).item(b));
  }
  result.paths = paths.of_question;
  result.paths.resize(result.logits.size());
  return result;
}

/// Calls check(settings) for 1 to 3 hops, with each option and without.
template <class Check>
void for_all_settings(Check check) {
  for (size_t hops = 1; hops <= 3; ++hops)
    for (const bool latest : {false, true})
      for (const bool adaptive : {false, true})
        for (const bool time : {false, true}) {
          INFO("hops " << hops << ", latest " << latest << ", adaptive " << adaptive << ", time " << time);
          check(MemoryNetworkSettings{kWords, kEmbedding, hops, latest, adaptive, time, 0.3});
        }
}

/// Calls check(number, story, asked) for every question; numbers count 3 for each story.
template <class Check>
void for_every_question(const Stories& stories, Check check) {
  for (size_t b = 0; b < stories.size(); ++b)
    for (size_t q = 0; q < stories[b]->asked.size(); ++q) check(3 * b + q, *stories[b], stories[b]->asked[q]);
}

void check_equal(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) CHECK(a[i] == Approx(b[i]).epsilon(1e-10).margin(1e-12));
}

TEST_CASE("memory network: what it finds and answers by itself is that of the formulas") {
  const Stories told = stories();
  const Batch batch = batch_of(told);
  std::set<Path> kinds;  // of paths taken anywhere
  for_all_settings([&](const MemoryNetworkSettings& settings) {
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const Made made(settings, seed);
      const Formulas formulas(made.store, settings);
      const Result result = run(made, batch, false);
      for_every_question(told, [&](size_t number, const Told& story, const Told::Asked& asked) {
        const Path found = formulas.search(story, asked);
        CHECK(result.paths[number] == found);
        check_equal(result.logits[number], formulas.answers(story, asked, found));
        kinds.insert(found);
      });
    }
  });
  CHECK(kinds.contains(Path{}));
  CHECK(std::any_of(kinds.begin(), kinds.end(), [](const Path& p) { return p.size() == 2 && p[0] < p[1]; }));
  CHECK(std::any_of(kinds.begin(), kinds.end(), [](const Path& p) { return p.size() == 2 && p[0] > p[1]; }));
  CHECK(std::any_of(kinds.begin(), kinds.end(), [](const Path& p) { return p.size() == 3 && p[0] == p[2]; }));
}

TEST_CASE("memory network: training goes by the supports, and its loss is that of the formulas") {
  const Stories told = stories();
  const Batch batch = batch_of(told);
  for_all_settings([&](const MemoryNetworkSettings& settings) {
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const Made made(settings, seed);
      const Formulas formulas(made.store, settings);
      const Result result = run(made, batch, true);
      std::vector<double> losses(told.size(), 0.0);
      for_every_question(told, [&](size_t number, const Told& story, const Told::Asked& asked) {
        const Path path = formulas.path_in_training(story, asked);
        CHECK(result.paths[number] == path);
        check_equal(result.logits[number], formulas.answers(story, asked, path));
        losses[number / 3] += formulas.loss(story, asked);
      });
      check_equal(result.losses, losses);
      CHECK(*std::min_element(losses.begin(), losses.end()) > 0);
    }
  });
}

TEST_CASE("memory network: supports of every number are as the class says") {
  const auto path = [](const std::vector<uint32_t>& supports, size_t hops, bool adaptive) {
    Stories one;
    one.push_back(std::make_unique<Told>(std::vector<std::vector<Word>>{{0, 1}, {2, 3}, {4, 5}},
                                         std::vector<Told::Asked>{{{8}, 3, 1, supports}}));
    return run(Made({kWords, kEmbedding, hops, true, adaptive, true, 0.1}, 1), batch_of(one), true).paths[0];
  };
  CHECK(path({2, 0}, 2, false) == Path{2, 0});
  CHECK(path({0, 2}, 2, true) == Path{0, 2});
  CHECK(path({1}, 3, false) == Path{1, 1, 1});
  CHECK(path({1}, 3, true) == Path{1});
  CHECK(path({2, 1, 0}, 2, false) == Path{2, 1});
  CHECK(path({2, 1, 0}, 2, true) == Path{2, 1});
  CHECK(path({}, 2, true) == Path{});
  CHECK(path({}, 2, false).size() == 2);
}

TEST_CASE("memory network: where it finds the supports by itself, training answers as scoring does") {
  for_all_settings([&](const MemoryNetworkSettings& settings) {
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const Made made(settings, seed);
      const Stories told = stories();
      const Result alone = run(made, batch_of(told), false);
      Stories same;
      for (size_t b = 0; b < told.size(); ++b) {
        auto asked = told[b]->asked;
        for (size_t q = 0; q < asked.size(); ++q)
          asked[q].supports.assign(alone.paths[3 * b + q].begin(), alone.paths[3 * b + q].end());
        same.push_back(std::make_unique<Told>(told[b]->said, asked));
      }
      CHECK(run(made, batch_of(same), true).logits == alone.logits);
    }
  });
}

TEST_CASE("memory network: how words are numbered changes nothing but the answers' numbers") {
  for_all_settings([&](const MemoryNetworkSettings& settings) {
    Made made(settings, 3), renumbered(settings, 3);
    std::array<Word, kWords> to{4, 7, 0, 8, 2, 6, 1, 3, 5};
    for (const auto& e : made.store.entries())
      for (size_t w = 0; e.cols == kWords && w < kWords; ++w)
        std::copy_n(made.store.data(e) + w * kEmbedding, kEmbedding, renumbered.store.data(e) + to[w] * kEmbedding);
    const auto rename = [&](auto& words) {
      for (Word& w : words) w = w == kUnknownWord ? w : to[w];
    };
    const Stories told = stories();
    Stories others;
    for (const auto& story : told) {
      auto said = story->said;
      auto asked = story->asked;
      for (auto& words : said) rename(words);
      for (auto& one : asked) {
        rename(one.words);
        one.answer = one.answer == kUnknownWord ? one.answer : to[one.answer];
      }
      others.push_back(std::make_unique<Told>(said, asked));
    }
    const Result a = run(made, batch_of(told), true), b = run(renumbered, batch_of(others), true);
    check_equal(a.losses, b.losses);
    for (size_t i = 0; i < a.logits.size(); ++i)
      for (size_t w = 0; w < kWords; ++w) CHECK(a.logits[i][w] == Approx(b.logits[i][to[w]]).epsilon(1e-10));
  });
}

TEST_CASE("memory network: learns to look the newest of like facts up, and who it names") {
  // "0 has 2. 2 is 5. 0 has 3. 3 is 6. What is 0's?", with who and what swapped about: two facts that build on one
  // another, the first of them told apart from an older one by time alone.
  Stories told;
  for (Word who = 0; who < 2; ++who)
    for (Word what = 2; what < 4; ++what) {
      const Word other = what == 2 ? 3 : 2;
      told.push_back(std::make_unique<Told>(
          std::vector<std::vector<Word>>{{2, 5}, {3, 6}, {who, 4, other}, {Word(1 - who), 4, what}, {who, 4, what}},
          std::vector<Told::Asked>{{{8, who}, 5, Word(what + 3), {4, uint32_t(what - 2)}}}));
    }
  Batch batch;
  batch.resize(Spec::of_stories(kWords), 1, told.size());
  for (const auto& story : told) batch.tell(story->view());

  Made made({kWords, 10, 3, true, true, true, 0.1}, 1);
  const auto errors = [&] {
    const Result result = run(made, batch, false);
    size_t wrong = 0;
    for (size_t b = 0; b < told.size(); ++b) {
      const auto& asked = told[b]->asked[0];
      const auto& logits = result.logits[b];
      wrong += result.paths[b] != Path(asked.supports.begin(), asked.supports.end()) ||
               std::max_element(logits.begin(), logits.end()) - logits.begin() != asked.answer;
    }
    return wrong;
  };
  CHECK(errors() > 0);
  double loss = 1;
  for (int step = 0; step < 500 && loss > 0; ++step) {
    std::vector<Real> gradient(made.store.size(), 0);
    Tape tape;
    tape.begin(made.store, gradient.data());
    const Answers answers = made.network.run({tape, batch.episodes, testing::noise(), Phase::kTraining}, batch, 0);
    const auto losses = tape.value(*answers.objective);
    loss = std::accumulate(losses.data, losses.data + batch.episodes, 0.0);
    tape.backward(*answers.objective);
    for (size_t i = 0; i < gradient.size(); ++i) made.store.values()[i] -= 0.01 * gradient[i];
  }
  CHECK(loss == 0);
  CHECK(errors() == 0);
}

}  // namespace
}  // namespace tapehead::inline TAPEHEAD_REAL
