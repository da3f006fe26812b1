#include "tasks/bits/priority_sort.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

TEST_CASE("priority sort: vectors with priorities, a delimiter, and the highest in descending order") {
  const size_t bits = GENERATE(1, 8), vectors = GENERATE(1, 2, 16, 20, 40);
  const PrioritySortTask task({bits, 1, 40, 16});
  CHECK(task.spec().features() == bits + 2);
  CHECK(task.spec().outputs() == bits);
  const size_t answers = std::min<size_t>(16, vectors);
  const Batch batch = sampled(task, {2, Split::kTrain, 9, 5}, {static_cast<uint32_t>(vectors)});
  REQUIRE(batch.features() == bits + 2);
  REQUIRE(batch.outputs() == bits);
  REQUIRE(batch.steps() == vectors + 1 + answers);
  for (size_t b = 0; b < 5; ++b) {
    std::vector<std::pair<Real, std::vector<Real>>> rows;
    for (size_t t = 0; t < vectors; ++t) {
      CHECK(are_bits(batch, b, t, bits));
      CHECK(batch.input(b, t)[bits + 1] == 0);
      CHECK(all_scored(batch, b, t, false));
      rows.emplace_back(batch.input(b, t)[bits], input_of(batch, b, t, bits));
      CHECK((rows.back().first >= -1 && rows.back().first <= 1));
    }
    std::vector<Real> delimiter(bits + 2, 0);
    delimiter[bits + 1] = 1;
    CHECK(input_of(batch, b, vectors, bits + 2) == delimiter);
    CHECK(all_scored(batch, b, vectors, false));
    std::stable_sort(rows.begin(), rows.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
    for (size_t i = 0; i < answers; ++i) {
      CHECK(input_of(batch, b, vectors + 1 + i, bits + 2) == std::vector<Real>(bits + 2, 0));
      CHECK(target_of(batch, b, vectors + 1 + i) == rows[i].second);  // whole, as it came
      CHECK(all_scored(batch, b, vectors + 1 + i));
    }
  }
}

TEST_CASE("priority sort: 16 of 20 vectors of 8 bits are 128 bits to answer") {
  const PrioritySortTask task({});
  const auto counts = shape_counts(task, 20);
  REQUIRE(counts.size() == 1);
  CHECK(counts.begin()->first[0] == 20);
  const Batch batch = sampled(task, {20}, 1);
  CHECK(std::count(batch.mask.begin(), batch.mask.end(), Real{1}) == 128);
}

TEST_CASE("priority sort: priorities are uniform from -1 to 1 wherever they come, and bits fair") {
  constexpr size_t kEpisodes = 20000;
  const Batch batch = sampled(PrioritySortTask({2, 3, 3, 3}), {3}, kEpisodes);
  for (size_t t = 0; t < 3; ++t) {
    std::array<double, 10> tenths{};
    double ones = 0;
    for (size_t b = 0; b < kEpisodes; ++b) {
      const auto tenth = static_cast<size_t>((batch.input(b, t)[2] + 1) * 5);
      ++tenths.at(std::min<size_t>(tenth, 9));
      ones += batch.input(b, t)[0] + batch.input(b, t)[1];
    }
    for (const double count : tenths) CHECK(is_likely(count, kEpisodes, 0.1));
    CHECK(is_likely(ones, 2 * kEpisodes, 0.5));
  }
  double first_above_second = 0;
  for (size_t b = 0; b < kEpisodes; ++b) first_above_second += batch.input(b, 0)[2] > batch.input(b, 1)[2];
  CHECK(is_likely(first_above_second, kEpisodes, 0.5));
}

TEST_CASE("priority sort: of equal priorities the one that came first goes first") {
  // In float, among 10,000 priorities some are equal.
  const Batch batch = sampled(PrioritySortTask({16, 10000, 10000, 10000}), {10000}, 1);
  std::vector<std::pair<Real, size_t>> order;
  for (size_t t = 0; t < 10000; ++t) order.emplace_back(-batch.input(0, t)[16], t);
  std::sort(order.begin(), order.end());
  size_t equal = 0, wrong = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    equal += i > 0 && order[i].first == order[i - 1].first;
    wrong += target_of(batch, 0, 10001 + i) != input_of(batch, 0, order[i].second, 16);
  }
  CHECK(equal > 0);
  CHECK(wrong == 0);
}

TEST_CASE("priority sort: the numbers of vectors are uniform, and a curriculum opens them") {
  const PrioritySortTask task({8, 1, 20, 16});
  const auto counts = shape_counts(task, 40000);
  CHECK(counts.size() == 20);
  for (const auto& [shape, count] : counts) CHECK(is_likely(static_cast<double>(count), 40000, 1. / 20));
  CHECK(shape_counts(task, 500, {0, 0.1}).rbegin()->first[0] == 2);
}

TEST_CASE("priority sort: more answers than vectors, and limits in the wrong order, are refused") {
  CHECK_THROWS_AS(PrioritySortTask({8, 6, 6, 7}), InputError);
  CHECK_THROWS_WITH(PrioritySortTask({8, 6, 6, 7}), "task.answers: got 7; at most task.max-vectors (6) is needed");
  CHECK_THROWS_WITH(PrioritySortTask({8, 9, 6, 3}), "task.min-vectors: got 9; at most task.max-vectors (6) is needed");
}

TEST_CASE("priority sort: the grid begins at as many vectors as are asked for") {
  CHECK(PrioritySortTask({}).eval_grid().at(0).at(0).values == "16..32:2");
  CHECK(PrioritySortTask({4, 6, 6, 4}).eval_grid().at(0).at(0).values == "4..8:1");
}

TEST_CASE("priority sort: the grid stays within its option") {
  CHECK(PrioritySortTask({8, 6000, 6000, 6000}).eval_grid().at(0).at(0).values == "6000..10000:750");
  CHECK(PrioritySortTask({8, 10000, 10000, 10000}).eval_grid().at(0).at(0).values == "10000..10000:1250");
}

TEST_CASE("priority sort: an episode is shown with its priorities") {
  const PrioritySortTask task({1, 2, 2, 1});
  Batch batch;
  batch.resize({3, 1}, 4, 1);
  batch.input(0, 0)[0] = 1;
  batch.input(0, 0)[1] = Real(-0.25);
  batch.input(0, 1)[1] = Real(0.125);
  batch.input(0, 2)[2] = 1;
  batch.scored(0, 3)[0] = 1;
  CHECK(task.show(batch, 0, nullptr) ==
        "priorities -0.25 0.12\n"
        "inputs\n       1 █···\npriority -▒··\n     end ··█·\n"
        "targets\n       1    ·\n");
}
