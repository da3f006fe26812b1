#include "tasks/sequences/key_value_recall.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

std::optional<size_t> token(uint32_t shown) { return shown == kNoToken ? std::nullopt : std::optional<size_t>(shown); }

struct Sizes {
  size_t vocabulary, length, pairs;
};

}  // namespace

TEST_CASE("key-value recall: pairs, then each key once, where its value is the class asked for") {
  const auto [vocabulary, length, pairs] = GENERATE(Sizes{32, 32, 4}, Sizes{32, 32, 1}, Sizes{8, 16, 4},
                                                    Sizes{9, 33, 3}, Sizes{2, 4, 1}, Sizes{100, 64, 16});
  const bool filler = GENERATE(true, false);
  const KeyValueRecallTask task({vocabulary, length, 1, pairs, filler});
  CHECK(task.spec().features() == vocabulary);
  CHECK(task.spec().outputs() == vocabulary);
  CHECK(task.spec().scoring() == Scoring::kClasses);
  const Batch batch = sampled(task, {6, Split::kTrain, 11, 6}, {static_cast<uint32_t>(pairs)});
  REQUIRE(batch.features() == vocabulary);
  REQUIRE(batch.outputs() == vocabulary);
  REQUIRE(batch.steps() == length);
  CHECK(batch.scoring() == Scoring::kClasses);
  for (size_t b = 0; b < 6; ++b) {
    std::map<size_t, size_t> value_of;
    std::set<size_t> values;
    const auto in = [&](size_t t) { return token(batch.inputs[0].token(b, t)); };
    for (size_t t = 0; t < 2 * pairs; t += 2) {
      REQUIRE(in(t));
      REQUIRE(in(t + 1));
      CHECK(*in(t) < vocabulary / 2);
      CHECK(*in(t + 1) >= vocabulary / 2);
      value_of[*in(t)] = *in(t + 1);
      values.insert(*in(t + 1));
      CHECK(all_scored(batch, b, t, false));
      CHECK(all_scored(batch, b, t + 1, false));
    }
    CHECK(value_of.size() == pairs);  // no key and no value twice
    CHECK(values.size() == pairs);
    std::set<size_t> asked;
    for (size_t t = 2 * pairs; t < length; ++t) {
      const auto target = token(batch.target.token(b, t));
      CHECK(all_scored(batch, b, t, target.has_value()));
      CHECK((in(t).has_value() == (filler || target)));
      if (!target) continue;
      CHECK(t % 2 == 0);
      REQUIRE(value_of.count(*in(t)) == 1);
      CHECK(value_of[*in(t)] == *target);
      asked.insert(*in(t));
    }
    CHECK(asked.size() == pairs);
  }
}

TEST_CASE("key-value recall: keys, values and fillers are uniform") {
  constexpr size_t kEpisodes = 20000, kVocabulary = 10;
  const KeyValueRecallTask task({kVocabulary, 8, 1, 2, true});
  const Batch batch = sampled(task, {2}, kEpisodes);
  std::array<std::array<double, kVocabulary>, 4> pair_counts{};
  std::array<double, kVocabulary> fillers{};
  double all_fillers = 0;
  for (size_t b = 0; b < kEpisodes; ++b)
    for (size_t t = 0; t < 8; ++t) {
      const size_t shown = batch.inputs[0].token(b, t);
      if (t < 4) {
        ++pair_counts[t].at(shown);
      } else if (batch.scored(b, t)[0] == 0) {
        ++fillers.at(shown);
        ++all_fillers;
      }
    }
  for (size_t t = 0; t < 4; ++t)
    for (size_t i = 0; i < 5; ++i) CHECK(is_likely(pair_counts[t][i + 5 * (t % 2)], kEpisodes, 0.2));
  for (const double count : fillers) CHECK(is_likely(count, all_fillers, 0.1));
}

TEST_CASE("key-value recall: queries stand near by a power law, drawn without replacement") {
  // Two pairs, six places with weights w = p^−0.99: the first pair's is p with probability w_p/Σw, the second's with
  // Σ over q ≠ p of w_q/Σw · w_p/(Σw − w_q).
  constexpr size_t kEpisodes = 40000, kPlaces = 6;
  const KeyValueRecallTask task({32, 16, 1, 2, false});
  const Batch batch = sampled(task, {2}, kEpisodes);
  std::array<std::array<double, kPlaces>, 2> counts{};
  for (size_t b = 0; b < kEpisodes; ++b)
    for (size_t pair = 0; pair < 2; ++pair) {
      size_t place = 0;
      while (batch.inputs[0].token(b, 4 + 2 * place) != batch.inputs[0].token(b, 2 * pair)) ++place;
      ++counts[pair].at(place);
    }
  std::array<double, kPlaces> w{};
  double sum = 0;
  for (size_t p = 0; p < kPlaces; ++p) sum += w[p] = std::pow(static_cast<double>(p + 1), -0.99);
  for (size_t p = 0; p < kPlaces; ++p) {
    double second = 0;
    for (size_t q = 0; q < kPlaces; ++q)
      if (q != p) second += w[q] / sum * w[p] / (sum - w[q]);
    INFO("place " << p);
    CHECK(is_likely(counts[0][p], kEpisodes, w[p] / sum));
    CHECK(is_likely(counts[1][p], kEpisodes, second));
  }
}

TEST_CASE("key-value recall: the numbers of pairs are uniform, and a curriculum opens them") {
  const KeyValueRecallTask task({32, 32, 1, 8, true});
  const auto counts = shape_counts(task, 20000);
  CHECK(counts.size() == 8);
  for (const auto& [shape, count] : counts) CHECK(is_likely(static_cast<double>(count), 20000, 1. / 8));
  CHECK(shape_counts(task, 500, {0, 0.25}).rbegin()->first[0] == 2);
}

TEST_CASE("key-value recall: more pairs than there is room or keys for are refused") {
  CHECK_THROWS_AS(KeyValueRecallTask({32, 32, 9, 9, true}), InputError);
  CHECK_THROWS_WITH(KeyValueRecallTask({32, 32, 4, 9, true}),
                    "task.max-pairs: got 9; at most 8, a quarter of task.length (32), is needed");
  CHECK_THROWS_WITH(KeyValueRecallTask({14, 64, 4, 8, true}),
                    "task.max-pairs: got 8; at most 7, half of task.vocabulary (14), is needed");
  CHECK_THROWS_WITH(KeyValueRecallTask({32, 32, 5, 4, true}),
                    "task.min-pairs: got 5; at most task.max-pairs (4) is needed");
  CHECK_NOTHROW(KeyValueRecallTask({32, 32, 8, 8, true}));
}

TEST_CASE("key-value recall: the grid asks for no more pairs than there is room for") {
  const auto grid = KeyValueRecallTask({10, 32, 4, 4, true}).eval_grid();
  CHECK(grid.at(0).at(0).values == "1..5");
  CHECK(grid.at(1).at(0).values == "64..128:32");
}

TEST_CASE("key-value recall: of length 0 an episode is as short as its pairs allow, whatever the most of them") {
  const KeyValueRecallTask task({64, 0, 1, 16, false});
  for (const uint32_t pairs : {1u, 5u, 16u}) {
    const Batch batch = sampled(task, {pairs}, 20);
    REQUIRE(batch.steps() == 4 * pairs);
    for (size_t b = 0; b < 20; ++b)  // each place is asked at
      for (size_t t = 0; t < batch.steps(); ++t) CHECK(all_scored(batch, b, t, t >= 2 * pairs && t % 2 == 0));
  }
  CHECK_THROWS_WITH(KeyValueRecallTask({16, 0, 1, 9, true}),
                    "task.max-pairs: got 9; at most 8, half of task.vocabulary (16), is needed");
  CHECK_THROWS_WITH(KeyValueRecallTask({16, 3, 1, 1, true}), "task.length: got 3; 0, or 4 at least, is needed");
  const auto grid = task.eval_grid();
  REQUIRE(grid.size() == 1);
  CHECK(grid.at(0).at(0).values == "1..32");
}

TEST_CASE("key-value recall: the grid stays within its options") {
  const auto lengths = [](size_t length) {
    return KeyValueRecallTask({32, length, 4, 4, true}).eval_grid().at(1).at(0).values;
  };
  CHECK(lengths(25000) == "50000..100000:25000");
  CHECK(lengths(300000) == "600000..1000000:300000");
  CHECK(lengths(1000000) == "1000000..1000000:1000000");
  CHECK(KeyValueRecallTask({65536, 100000, 4, 4, true}).eval_grid().at(0).at(0).values ==
        "1,2,4,8,16,32,64,128,256,512,1024,2048,4096,8192,16384,25000");
}

TEST_CASE("key-value recall: an episode is shown as tokens") {
  const KeyValueRecallTask task({12, 6, 1, 1, false});
  Batch batch;
  batch.resize(task.spec(), 6, 1);
  BatchStream& input = batch.inputs[0];
  input.token(0, 0) = input.token(0, 4) = 3;
  input.token(0, 1) = 11;
  batch.ask(0, 4, 11);
  const std::string plain = "inputs    3 11  ·  ·  3  ·\ntargets   ·  ·  ·  · 11  ·\n";
  CHECK(task.show(batch, 0, nullptr) == plain);
  std::vector<Real> answers(72, Real(0.05));
  answers[4 * 12 + 7] = Real(0.45);
  CHECK(task.show(batch, 0, answers.data()) == plain + "answers   ·  ·  ·  ·  7  ·\n");
}

TEST_CASE("key-value recall: of values of a number of their own too the tokens are shown, not the classes") {
  const KeyValueRecallTask task({12, 6, 1, 1, false, 3});
  Batch batch;
  batch.resize(task.spec(), 6, 1);
  BatchStream& input = batch.inputs[0];
  input.token(0, 0) = input.token(0, 4) = 3;
  input.token(0, 1) = 11;
  batch.ask(0, 4, 2);
  std::vector<Real> answers(18, Real(0.3));
  answers[4 * 3 + 1] = Real(0.4);
  CHECK(task.show(batch, 0, answers.data()) ==
        "inputs    3 11  ·  ·  3  ·\ntargets   ·  ·  ·  · 11  ·\nanswers   ·  ·  ·  · 10  ·\n");
}

TEST_CASE("key-value recall: values of a number of their own, drawn for each pair, are all that is asked for") {
  const KeyValueRecallTask task({20, 64, 1, 16, true, 4});
  CHECK(task.spec().features() == 20);
  CHECK(task.spec().outputs() == 4);
  const Batch batch = sampled(task, {16}, 200);
  std::array<double, 4> counts{};
  for (size_t b = 0; b < 200; ++b) {
    std::map<size_t, size_t> value_of;
    for (size_t t = 0; t < 32; t += 2) {
      CHECK(batch.inputs[0].token(b, t) < 16);
      REQUIRE(batch.inputs[0].token(b, t + 1) >= 16);
      value_of[batch.inputs[0].token(b, t)] = batch.inputs[0].token(b, t + 1) - 16;
      ++counts.at(batch.inputs[0].token(b, t + 1) - 16);
    }
    CHECK(value_of.size() == 16);
    for (size_t t = 32; t < 64; ++t)
      if (const uint32_t asked = batch.target.token(b, t); asked != kNoToken)
        CHECK(asked == value_of.at(batch.inputs[0].token(b, t)));
  }
  for (const double count : counts) CHECK(is_likely(count, 200 * 16, 0.25));
  CHECK_THROWS_WITH(KeyValueRecallTask({20, 64, 1, 4, true, 20}),
                    "task.values: got 20; fewer than task.vocabulary (20) are needed");
  CHECK_THROWS_WITH(KeyValueRecallTask({20, 64, 1, 16, true, 8}),
                    "task.max-pairs: got 16; at most 12, as many as there are keys beside task.values (8), is needed");
}

TEST_CASE("key-value recall: a hundred thousand pairs, of which each place is taken") {
  constexpr uint32_t kPairs = 100000;
  const KeyValueRecallTask task({kPairs + 64, 4 * kPairs, kPairs, kPairs, true, 64});
  const Batch batch = sampled(task, {kPairs}, 1);
  CHECK(batch.steps() == 4 * kPairs);
  std::vector<uint32_t> value_of(kPairs, kNoToken);
  for (size_t t = 0; t < 2 * kPairs; t += 2)
    value_of.at(batch.inputs[0].token(0, t)) = batch.inputs[0].token(0, t + 1) - kPairs;
  size_t wrong = 0;
  for (size_t t = 2 * kPairs; t < 4 * kPairs; t += 2)
    wrong += batch.target.token(0, t) != value_of.at(batch.inputs[0].token(0, t));
  CHECK(wrong == 0);
  CHECK(task.eval_grid().at(0).at(0).values.ends_with(",65536,100000"));
}
