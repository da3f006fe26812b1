#include "tasks/bits/add.hpp"

#include <cstdint>
#include <map>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

/// Digits at `digit(0)`, `digit(1)` …, the lowest first.
template <class Digit>
uint64_t number_of_digits(size_t digits, Digit digit) {
  uint64_t n = 0;
  for (size_t t = 0; t < digits; ++t) n += (digit(t) == 1 ? uint64_t{1} : 0) << t;
  return n;
}

struct DigitSum {
  uint64_t a, b, sum;
};

DigitSum sum_of(const Batch& batch, size_t e, size_t length) {
  return {number_of_digits(length, [&](size_t t) { return *batch.input(e, t); }),
          number_of_digits(length, [&](size_t t) { return *batch.input(e, length + 1 + t); }),
          number_of_digits(length + 1, [&](size_t t) { return *batch.target.at(e, 2 * length + 2 + t); })};
}

}  // namespace

TEST_CASE("add: two numbers with a sign behind each, and their sum with a digit more") {
  const size_t length = GENERATE(1, 2, 10, 60);
  const AddTask task({1, 10});
  CHECK(task.spec().features() == 3);
  CHECK(task.spec().outputs() == 1);
  const Batch batch = sampled(task, {6, Split::kTrain, 11, 20}, {static_cast<uint32_t>(length)});
  REQUIRE(batch.features() == 3);
  REQUIRE(batch.outputs() == 1);
  REQUIRE(batch.steps() == 3 * length + 3);
  for (size_t e = 0; e < 20; ++e) {
    for (size_t t = 0; t < batch.steps(); ++t) {
      CHECK(are_bits(batch, e, t, 1));
      CHECK(batch.input(e, t)[1] == (t == length ? 1 : 0));
      CHECK(batch.input(e, t)[2] == (t == 2 * length + 1 ? 1 : 0));
      if (t == length || t > 2 * length) CHECK(batch.input(e, t)[0] == 0);
      CHECK(all_scored(batch, e, t, t > 2 * length + 1));
    }
    const auto [a, b, sum] = sum_of(batch, e, length);
    CHECK(a + b == sum);
  }
}

TEST_CASE("add: numbers are uniform, leading zeros among them, and have nothing to do with each other") {
  constexpr size_t kEpisodes = 32000;
  const Batch batch = sampled(AddTask({2, 2}), {2}, kEpisodes);
  std::map<std::pair<uint64_t, uint64_t>, double> counts;
  for (size_t e = 0; e < kEpisodes; ++e) {
    const auto [a, b, sum] = sum_of(batch, e, 2);
    CHECK(a + b == sum);
    ++counts[{a, b}];
  }
  CHECK(counts.size() == 16);
  for (const auto& [numbers, count] : counts) CHECK(is_likely(count, kEpisodes, 1. / 16));
}

TEST_CASE("add: lengths are uniform, and a curriculum opens them") {
  const AddTask task({1, 10});
  const auto counts = shape_counts(task, 20000);
  CHECK(counts.size() == 10);
  for (const auto& [shape, count] : counts) CHECK(is_likely(static_cast<double>(count), 20000, 0.1));
  CHECK(shape_counts(task, 500, {0, 0.2}).rbegin()->first[0] == 2);
}

TEST_CASE("add: a memory needs no slot for each digit") { CHECK(AddTask({1, 40}).must_hold() == 0); }

TEST_CASE("add: limits in the wrong order are refused") {
  CHECK_THROWS_AS(AddTask({5, 3}), InputError);
  CHECK_THROWS_WITH(AddTask({5, 3}), "task.min-length: got 5; at most task.max-length (3) is needed");
}

TEST_CASE("add: an episode is shown as a person writes it, and as it is shown to the network") {
  const AddTask task({1, 10});
  Batch batch;
  batch.resize({3, 1}, 9, 1);
  *batch.input(0, 0) = *batch.input(0, 4) = 1;  // 01 and 10
  batch.input(0, 2)[1] = batch.input(0, 5)[2] = 1;
  *batch.target.at(0, 6) = *batch.target.at(0, 7) = 1;
  for (const size_t t : {6, 7, 8}) *batch.scored(0, t) = 1;
  const std::string sum = "the highest digit first:\n   01\n+  10\n= 011\n",
                    picture =
                        "as it is shown:\ninputs\n   1 █···█····\n   + ··█······\n   = ·····█···\n"
                        "targets\n   1       ██·\n";
  CHECK(task.show(batch, 0, nullptr) == sum + picture);
  const std::vector<Real> answers{0, 0, 0, 0, 0, 0, 1, 0, 1};
  CHECK(task.show(batch, 0, answers.data()) == sum + "? 101\n" + picture + "answers\n   1       █·█\n");
}
