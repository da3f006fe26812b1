#include "tasks/bits/associative_recall.hpp"

#include <map>
#include <set>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

using Item = std::vector<std::vector<Real>>;

/// An episode parsed by its delimiters alone.
struct Episode {
  std::vector<Item> items;
  Item query, answer;
};

/// Parses an episode, and checks its form.
Episode taken_apart(const Batch& batch, size_t b, size_t bits) {
  Episode episode;
  Item* open = nullptr;
  size_t queries = 0;
  for (size_t t = 0; t < batch.steps(); ++t) {
    const bool item = batch.input(b, t)[bits] == 1, query = batch.input(b, t)[bits + 1] == 1;
    const bool silent = input_of(batch, b, t, bits) == std::vector<Real>(bits, 0);
    CHECK(are_bits(batch, b, t, bits + 2));
    CHECK_FALSE((item && query));
    CHECK(all_scored(batch, b, t, queries == 2));
    if (item || query) {
      CHECK(silent);
      CHECK(queries < 2);
      if (item) {
        CHECK(queries == 0);
        open = &episode.items.emplace_back();
      } else {
        open = ++queries == 1 ? &episode.query : nullptr;
      }
    } else if (open) {
      open->push_back(input_of(batch, b, t, bits));
    } else {
      CHECK(silent);
      episode.answer.push_back(target_of(batch, b, t));
    }
  }
  CHECK(queries == 2);
  return episode;
}

}  // namespace

TEST_CASE("associative recall: items, one of them again, and then the one behind it is the answer") {
  const size_t bits = GENERATE(5, 6), vectors = GENERATE(1, 3, 4), items = GENERATE(2, 3, 6, 20);
  const AssociativeRecallTask task({bits, vectors, 2, 6});
  CHECK(task.spec().features() == bits + 2);
  CHECK(task.spec().outputs() == bits);
  const Batch batch = sampled(task, {3, Split::kTrain, 7, 4}, {static_cast<uint32_t>(items)});
  REQUIRE(batch.features() == bits + 2);
  REQUIRE(batch.outputs() == bits);
  REQUIRE(batch.steps() == items * (vectors + 1) + 1 + vectors + 1 + vectors);
  for (size_t b = 0; b < 4; ++b) {
    const Episode episode = taken_apart(batch, b, bits);
    REQUIRE(episode.items.size() == items);
    for (const Item& item : episode.items) CHECK(item.size() == vectors);
    CHECK(episode.query.size() == vectors);
    CHECK(episode.answer.size() == vectors);
    bool follows = false;  // an item may come twice, and then the answer may be behind either
    for (size_t i = 0; i + 1 < items; ++i)
      follows = follows || (episode.items[i] == episode.query && episode.items[i + 1] == episode.answer);
    CHECK(follows);
  }
}

TEST_CASE("associative recall: the query is any item but the last, all alike") {
  constexpr size_t kEpisodes = 12000;
  const size_t items = GENERATE(2, 3, 6);
  const Batch batch = sampled(AssociativeRecallTask({24, 2, 2, 6}), {static_cast<uint32_t>(items)}, kEpisodes);
  std::map<size_t, double> counts;
  for (size_t b = 0; b < kEpisodes; ++b) {
    size_t item = 0;
    while (input_of(batch, b, 3 * item + 1, 24) != input_of(batch, b, 3 * items + 1, 24)) ++item;
    ++counts[item];
  }
  CHECK(counts.size() == items - 1);
  for (const auto& [item, count] : counts) {
    INFO("item " << item << " of " << items);
    CHECK(item + 1 < items);
    CHECK(is_likely(count, kEpisodes, 1. / static_cast<double>(items - 1)));
  }
}

TEST_CASE("associative recall: the numbers of items are uniform; a curriculum opens them from the least on") {
  const AssociativeRecallTask task({6, 3, 2, 6});
  const auto counts = shape_counts(task, 20000);
  CHECK(counts.size() == 5);
  for (const auto& [shape, count] : counts) {
    CHECK((shape[0] >= 2 && shape[0] <= 6));
    CHECK(is_likely(static_cast<double>(count), 20000, 1. / 5));
  }
  std::set<uint32_t> few;
  for (const auto& [shape, count] : shape_counts(task, 1000, {0, 0.4})) few.insert(shape[0]);
  CHECK(few == std::set<uint32_t>{2, 3});
}

TEST_CASE("associative recall: bits are fair, and the queried item comes again as often as chance has it") {
  constexpr size_t kEpisodes = 20000, kItems = 6, kBits = 4;  // 1×4 bits, so that it is seen
  const Batch batch = sampled(AssociativeRecallTask({kBits, 1, 2, 6}), {kItems}, kEpisodes);
  double ones = 0, twice = 0;
  for (size_t b = 0; b < kEpisodes; ++b) {
    size_t same = 0;
    for (size_t item = 0; item < kItems; ++item) {
      const auto vector = input_of(batch, b, 2 * item + 1, kBits);
      for (const Real bit : vector) ones += bit;
      same += vector == input_of(batch, b, 2 * kItems + 1, kBits);
    }
    CHECK(same >= 1);
    twice += same > 1;
  }
  CHECK(is_likely(ones, kEpisodes * kItems * kBits, 0.5));
  CHECK(is_likely(twice, kEpisodes, 1 - std::pow(1 - 1. / 16, kItems - 1)));
}

TEST_CASE("associative recall: limits in the wrong order are refused") {
  CHECK_THROWS_AS(AssociativeRecallTask({6, 3, 7, 6}), InputError);
  CHECK_THROWS_WITH(AssociativeRecallTask({6, 3, 7, 6}), "task.min-items: got 7; at most task.max-items (6) is needed");
}

TEST_CASE("associative recall: an episode is shown with its delimiters named") {
  const AssociativeRecallTask task({1, 1, 2, 2});
  Batch batch = sampled(task, {1, Split::kShow, 0, 1}, {2});
  batch.input(0, 1)[0] = batch.input(0, 5)[0] = 1;
  batch.input(0, 3)[0] = batch.target.at(0, 7)[0] = 0;
  CHECK(task.show(batch, 0, nullptr) ==
        "inputs\n    1 ·█···█··\n item █·█·····\nquery ····█·█·\n"
        "targets\n    1        ·\n");
}

TEST_CASE("associative recall: the grid goes beyond what was trained on, and stays within its option") {
  const auto items = [](size_t most) { return AssociativeRecallTask({6, 3, 2, most}).eval_grid().at(0).at(0).values; };
  CHECK(items(6) == "6,8,10,12,15,20");
  CHECK(items(20) == "6,8,10,12,15,20");
  CHECK(items(30) == "6,8,10,12,15,20,30,60");
  CHECK(items(1000) == "6,8,10,12,15,20,40,80,160,320,640,1000,2000");
  CHECK(items(6000).ends_with(",5120,6000,10000"));
  CHECK(items(10000).ends_with(",5120,10000"));
}
