// The end-to-end memory network against plain loops from the paper, and changes that must not affect its answers.

#include "models/readers/memn2n.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "autodiff/ops/watch.hpp"
#include "catalogue/check/small_stories.hpp"
#include "tests/support/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Vector = std::vector<double>;

/// Parameters by name, moved off their initial values.
struct Net {
  explicit Net(const MemN2nSettings& settings) : store(3) {
    model = std::make_unique<MemN2n>(store, small_story_spec(), settings);
    Stream move(1, Split::kCheck, Purpose::kTest, 0);
    for (Real& v : store.values()) v += move.uniform(-0.5, 0.5);
  }

  /// Element (r, c) of a parameter.
  double at(const std::string& name, size_t r, size_t c) const {
    for (const auto& e : store.entries())
      if (e.name == name) return store.data(e)[c * e.rows + r];
    throw std::invalid_argument(name);
  }

  /// Logits of each question of each episode of the small stories, after `seen` training episodes.
  std::vector<std::vector<Vector>> answers(uint64_t seen = ParameterStore::kTrained, Noise* noise = nullptr) {
    const Batch batch = small_story_batch();
    Tape tape;
    tape.begin(store, nullptr);
    store.set_seen(seen);
    const Context context{tape, batch.episodes, noise ? *noise : testing::noise(),
                          noise ? Phase::kTraining : Phase::kScoring};
    const Answers answers = model->run(context, batch, 0);
    const auto logits = tape.value(answers.logits);
    std::vector<std::vector<Vector>> all(logits.batch);
    for (size_t b = 0; b < logits.batch; ++b)
      for (size_t q = 0; q < batch.stories()[b].questions.size(); ++q)
        all[b].emplace_back(logits.column(b, q), logits.column(b, q) + logits.rows);
    return all;
  }

  ParameterStore store;
  std::unique_ptr<MemN2n> model;
};

constexpr size_t kVocabulary = 9, kCapacity = 4, kSentence = 3;  // of the small stories

/// The network by the paper's equations; `ages` of the known statements, the oldest first.
Vector by_loops(const Net& net, const MemN2nSettings& s, const StoryView& story, const Question& question,
                std::vector<size_t> ages, bool softmax) {
  const size_t d = s.width, places = kSentence + s.time;
  const bool adjacent = s.tying == HopTying::kAdjacent;
  const auto weight = [&](const char* table, size_t row, size_t j) {  // l of equation (4), or what was learned
    if (s.encoding == SentenceEncoding::kBagOfWords) return 1.0;
    if (s.encoding == SentenceEncoding::kLearnedPosition) return net.at(table, row, j);
    const double k = static_cast<double>(row % d + 1), place = static_cast<double>(j + 1);
    const double width = static_cast<double>(d), length = static_cast<double>(places);
    return 1 + 4 * (k - (width + 1) / 2) * (place - (length + 1) / 2) / (width * length);
  };
  const auto encode = [&](const std::string& what, size_t block, std::span<const Word> words, size_t age) {
    Vector sum(d, 0);
    const std::string table = what + "/words", weights = what + "/places";
    for (size_t k = 0; k < d; ++k) {
      const size_t row = block * d + k;
      for (size_t j = 0; j < words.size(); ++j)
        sum[k] += weight(weights.c_str(), row, j) * net.at(table, row, words[j]);
      if (age > 0) sum[k] += weight(weights.c_str(), row, places - 1) * net.at(table, row, kVocabulary + age - 1);
    }
    return sum;
  };
  const size_t capacity = std::min(s.memory, kCapacity), n = std::min<size_t>(question.known, capacity);
  const auto known = story.statements.subspan(question.known - n, n);
  Vector u = encode(adjacent ? "statements" : "question", 0, question.words, 0);
  for (size_t hop = 0; hop < s.hops; ++hop) {
    Vector weights(n), o(d, 0);
    double total = s.fill_nulls ? static_cast<double>(capacity - n) : static_cast<double>(s.nulls);
    for (size_t i = 0; i < n; ++i) {
      const Vector m = encode("statements", adjacent ? hop : 0, known[i], s.time ? ages[i] : 0);
      for (size_t k = 0; k < d; ++k) weights[i] += m[k] * u[k];
      if (softmax) total += weights[i] = std::exp(weights[i]);
    }
    for (size_t i = 0; i < n; ++i) {
      const Vector c = encode("statements", adjacent ? hop + 1 : 1, known[i], s.time ? ages[i] : 0);
      for (size_t k = 0; k < d; ++k) o[k] += weights[i] / (softmax ? total : 1) * c[k];
    }
    Vector next(d, 0);
    for (size_t k = 0; k < d; ++k) {
      if (adjacent) next[k] = u[k];
      for (size_t l = 0; !adjacent && l < d; ++l) next[k] += net.at("carry/weights", k, l) * u[l];
      next[k] += o[k];
      if (s.relu) next[k] = std::max(next[k], 0.0);
    }
    u = next;
  }
  Vector logits(kVocabulary, 0);
  for (size_t w = 0; w < kVocabulary; ++w)
    for (size_t k = 0; k < d; ++k)
      logits[w] += (adjacent ? net.at("statements/words", s.hops * d + k, w) : net.at("answer/words", k, w)) * u[k];
  return logits;
}

std::vector<size_t> plain_ages(size_t n) {
  std::vector<size_t> ages(n);
  for (size_t i = 0; i < n; ++i) ages[i] = n - i;
  return ages;
}

std::vector<MemN2nSettings> variations() {
  MemN2nSettings base;
  base.width = 4;
  base.time_noise = 0;
  std::vector<MemN2nSettings> all(9, base);
  all[1].encoding = SentenceEncoding::kBagOfWords;
  all[2].encoding = SentenceEncoding::kLearnedPosition;
  all[3].tying = HopTying::kLayerWise;
  all[4].tying = HopTying::kLayerWise;
  all[4].encoding = SentenceEncoding::kLearnedPosition;
  all[4].relu = true;
  all[5].time = false;
  all[6].fill_nulls = false;
  all[6].nulls = 3;
  all[7].memory = 2;  // forgets the oldest
  all[8].hops = 1;
  return all;
}

}  // namespace

TEST_CASE("memn2n answers as plain loops of the paper's equations do") {
  const Batch batch = small_story_batch();
  for (MemN2nSettings settings : variations()) {
    settings.linear_start = 100;
    Net net(settings);
    for (const uint64_t seen : {99, 100}) {
      const auto got = net.answers(seen);
      for (size_t b = 0; b < batch.episodes; ++b)
        for (size_t q = 0; q < batch.stories()[b].questions.size(); ++q) {
          const Question& question = batch.stories()[b].questions[q];
          const size_t n = std::min<size_t>(question.known, std::min(settings.memory, kCapacity));
          const Vector right = by_loops(net, settings, batch.stories()[b], question, plain_ages(n), seen == 100);
          for (size_t w = 0; w < kVocabulary; ++w) CHECK(got[b][q][w] == Approx(right[w]).epsilon(1e-11).margin(1e-12));
        }
    }
  }
}

TEST_CASE("memn2n's position encoding is the published one") {
  std::vector<Real> numbers(4 * 3);
  const MatrixView l{numbers.data(), 4, 3};
  Stream none(1, Split::kCheck, Purpose::kTest, 0);
  position_encoding(2)(none, l);  // two blocks of two numbers, three places
  for (size_t r = 0; r < 4; ++r)
    for (size_t j = 0; j < 3; ++j)
      CHECK(l(r, j) == Approx(1 + 4 * (static_cast<double>(r % 2 + 1) - 1.5) * (static_cast<double>(j + 1) - 2) / 6));
}

TEST_CASE("memn2n's noise moves ages apart, newest still last, and never beyond its memory") {
  MemN2nSettings settings;
  settings.width = 4;
  settings.time_noise = 1;
  Net net(settings);
  const Batch batch = small_story_batch();
  const auto matches = [&](const Vector& got, const Vector& right) {
    double worst = 0;
    for (size_t w = 0; w < kVocabulary; ++w) worst = std::max(worst, std::abs(got[w] - right[w]));
    return worst < 1e-10;
  };
  const Question& first = batch.stories()[0].questions[0];  // asked after two statements: ages of 1 … 4
  std::map<std::pair<size_t, size_t>, size_t> seen;
  for (uint64_t draw = 0; draw < 600; ++draw) {
    Noise noise(draw, Split::kTrain, 0, batch.episodes);
    const auto got = net.answers(ParameterStore::kTrained, &noise)[0][0];
    for (size_t older = 2; older <= kCapacity; ++older)
      for (size_t newer = 1; newer < older; ++newer)
        if (matches(got, by_loops(net, settings, batch.stories()[0], first, {older, newer}, true)))
          ++seen[{older, newer}];
  }
  size_t all = 0;
  for (const auto& [ages, times] : seen) all += times;
  CHECK(all == 600);  // each draw is one of these
  CHECK(seen.size() == 6);
  // b uniform over 0, 1, 2; then two distinct ages of 1 … 2 + b
  CHECK(seen[{2, 1}] == Approx(600 * (1.0 + 1.0 / 3 + 1.0 / 6) / 3).margin(50));
  CHECK(seen[{4, 3}] == Approx(600 * (1.0 / 6) / 3).margin(20));
  CHECK(matches(net.answers()[0][0], by_loops(net, settings, batch.stories()[0], first, {2, 1}, true)));
}

TEST_CASE("memn2n's noise gives ages beyond a full memory its oldest age") {
  MemN2nSettings settings;
  settings.width = 4;
  settings.memory = 2;
  settings.time_noise = 1;
  Net net(settings);
  const Batch batch = small_story_batch();
  const Question& second = batch.stories()[0].questions[1];  // asked after four statements, of which two are kept
  size_t in_order = 0, both_oldest = 0;
  for (uint64_t draw = 0; draw < 300; ++draw) {
    Noise noise(draw, Split::kTrain, 0, batch.episodes);
    const auto got = net.answers(ParameterStore::kTrained, &noise)[0][1];
    const auto matches = [&](std::vector<size_t> ages) {
      const Vector right = by_loops(net, settings, batch.stories()[0], second, std::move(ages), true);
      return std::equal(got.begin(), got.end(), right.begin(),
                        [](double a, double b) { return std::abs(a - b) < 1e-10; });
    };
    in_order += matches({2, 1});
    both_oldest += matches({2, 2});
  }
  CHECK(in_order + both_oldest == 300);
  // Two of 1 … 2 + b, b uniform over 0, 1, 2: both above 1 in 0, 1/3 and 1/2 of the draws.
  CHECK(both_oldest == Approx(300 * (0 + 1.0 / 3 + 1.0 / 2) / 3).margin(30));
}

TEST_CASE("memn2n without ages does not see the order of statements") {
  MemN2nSettings settings;
  settings.width = 4;
  Batch batch = small_story_batch();
  const std::vector<Sentence> swapped = {batch.stories()[0].statements[1], batch.stories()[0].statements[0]};
  for (const bool time : {true, false}) {
    settings.time = time;
    Net net(settings);
    const auto answer = [&](std::span<const Sentence> statements) {
      Batch one;
      one.resize(Spec::of_stories(kVocabulary), 1, 1);
      one.tell({statements, batch.stories()[0].questions.first(1)});
      Tape tape;
      tape.begin(net.store, nullptr);
      return *tape.value(net.model->run({tape, 1, testing::noise()}, one, 0).logits).data;
    };
    const double as_told = answer(batch.stories()[0].statements.first(2)), other = answer(swapped);
    CHECK((std::abs(as_told - other) < 1e-12) == !time);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
