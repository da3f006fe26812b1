#include "tasks/bits/repeat_copy.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

TEST_CASE("repeat-copy: vectors, a number, the vectors so many times, and an end marker") {
  const size_t bits = GENERATE(1, 8), length = GENERATE(1, 2, 10, 20), repeats = GENERATE(1, 2, 10, 20);
  const bool delimiter = GENERATE(true, false);
  RepeatCopySettings settings;
  settings.bits = bits;
  settings.delimiter = delimiter;
  const RepeatCopyTask task(settings);
  const size_t inputs = bits + 1 + delimiter;
  const Batch batch =
      sampled(task, {5, Split::kTrain, 40, 3}, {static_cast<uint32_t>(length), static_cast<uint32_t>(repeats)});
  CHECK(task.spec().features() == inputs);
  CHECK(task.spec().outputs() == bits + 1);
  CHECK(task.spec().scoring() == Scoring::kBits);
  REQUIRE(batch.features() == inputs);
  REQUIRE(batch.outputs() == bits + 1);
  REQUIRE(batch.steps() == length + 1 + length * repeats + 1);
  for (size_t b = 0; b < 3; ++b) {
    std::vector<std::vector<Real>> said;
    size_t t = 0;
    for (; t < length; ++t) {
      CHECK(are_bits(batch, b, t, bits));
      CHECK(batch.input(b, t)[bits] == 0);
      if (delimiter) CHECK(batch.input(b, t)[bits + 1] == 0);
      CHECK(all_scored(batch, b, t, false));
      said.push_back(input_of(batch, b, t, bits + 1));
    }
    CHECK(input_of(batch, b, t, bits) == std::vector<Real>(bits, 0));
    if (delimiter) CHECK(batch.input(b, t)[bits + 1] == 1);
    CHECK(all_scored(batch, b, t, false));
    for (size_t time = 0; time < repeats; ++time)
      for (size_t i = 0; i < length; ++i) {
        ++t;
        CHECK(input_of(batch, b, t, inputs) == std::vector<Real>(inputs, 0));
        CHECK(target_of(batch, b, t) == said[i]);  // its last channel, the end marker's, is 0
        CHECK(all_scored(batch, b, t));
      }
    ++t;
    std::vector<Real> end(bits + 1, 0);
    end[bits] = 1;
    CHECK(input_of(batch, b, t, inputs) == std::vector<Real>(inputs, 0));
    CHECK(target_of(batch, b, t) == end);
    CHECK(all_scored(batch, b, t));
    CHECK(t + 1 == batch.steps());
  }
}

TEST_CASE("repeat-copy: 20 vectors 10 times are 1,809 outputs") {
  const Batch batch = sampled(RepeatCopyTask({}), {20, 10}, 1);
  CHECK(std::accumulate(batch.mask.begin(), batch.mask.end(), 0.) == 1809);
}

TEST_CASE(
    "repeat-copy: the number has mean 0 and variance 1 over the repeats it is normalised for, whatever is asked") {
  const size_t norm = GENERATE(2, 3, 10, 100), most = GENERATE(5, 10, 20);
  RepeatCopySettings settings;
  settings.repeats_norm = norm;
  settings.max_repeats = most;
  settings.min_repeats = most / 2;
  const RepeatCopyTask task(settings);
  const auto shown = [&](size_t repeats) -> double {
    return sampled(task, {2, static_cast<uint32_t>(repeats)}, 1).input(0, 2)[8];
  };
  double sum = 0, squares = 0;
  for (size_t repeats = 1; repeats <= norm; ++repeats) {
    sum += shown(repeats);
    squares += shown(repeats) * shown(repeats);
  }
  CHECK(sum == Approx(0).margin(1e-5));
  CHECK(squares / static_cast<double>(norm) == Approx(1).epsilon(1e-5));
  // Beyond those it goes on by equal steps.
  CHECK(shown(norm + 7) - shown(norm) == Approx(7 * (shown(2) - shown(1))).epsilon(1e-5));
}

TEST_CASE("repeat-copy: normalised for 10 repeats, 1 is -1.567 and 10 is 1.567; for 1, 3 is 2") {
  const RepeatCopyTask task({});
  CHECK(sampled(task, {1, 1}, 1).input(0, 1)[8] == Approx(-4.5 / std::sqrt(8.25)));
  CHECK(sampled(task, {1, 10}, 1).input(0, 1)[8] == Approx(4.5 / std::sqrt(8.25)));
  RepeatCopySettings one;
  one.repeats_norm = 1;
  CHECK(sampled(RepeatCopyTask(one), {1, 3}, 1).input(0, 1)[8] == 2);
}

TEST_CASE("repeat-copy: lengths and repeats are uniform and have nothing to do with each other") {
  constexpr size_t kDraws = 40000;
  RepeatCopySettings settings;
  settings.min_length = 3;
  settings.max_length = 7;
  settings.max_repeats = 4;
  const auto counts = shape_counts(RepeatCopyTask(settings), kDraws);
  CHECK(counts.size() == 20);
  for (const auto& [shape, count] : counts) {
    INFO(shape[0] << " by " << shape[1]);
    CHECK((shape[0] >= 3 && shape[0] <= 7 && shape[1] >= 1 && shape[1] <= 4));
    CHECK(is_likely(static_cast<double>(count), kDraws, 1. / 20));
  }
}

TEST_CASE("repeat-copy: a curriculum opens both from the least on") {
  std::set<uint32_t> lengths, repeats;
  for (const auto& [shape, count] : shape_counts(RepeatCopyTask({}), 2000, {0, 0.3})) {
    lengths.insert(shape[0]);
    repeats.insert(shape[1]);
  }
  CHECK(lengths == std::set<uint32_t>{1, 2, 3});
  CHECK(repeats == std::set<uint32_t>{1, 2, 3});
}

TEST_CASE("repeat-copy: a curriculum's level has one size of its own and the other up to it") {
  std::set<Shape> shapes;
  for (const auto& [shape, count] : shape_counts(RepeatCopyTask({}), 4000, {0.3, 0.4})) shapes.insert(shape);
  CHECK(shapes.size() == 7);
  for (uint32_t other = 1; other <= 4; ++other) {
    CHECK(shapes.contains({4, other}));
    CHECK(shapes.contains({other, 4}));
  }
}

TEST_CASE("repeat-copy: bits are fair") {
  constexpr size_t kEpisodes = 4000;
  const Batch batch = sampled(RepeatCopyTask({}), {5, 1}, kEpisodes);
  for (size_t t = 0; t < 5; ++t)
    for (size_t i = 0; i < 8; ++i) {
      double ones = 0;
      for (size_t b = 0; b < kEpisodes; ++b) ones += batch.input(b, t)[i];
      CHECK(is_likely(ones, kEpisodes, 0.5));
    }
}

TEST_CASE("repeat-copy: limits in the wrong order are refused") {
  RepeatCopySettings length, repeats;
  length.min_length = 11;
  repeats.min_repeats = 12;
  CHECK_THROWS_AS(RepeatCopyTask(length), InputError);
  CHECK_THROWS_WITH(RepeatCopyTask(length), "task.min-length: got 11; at most task.max-length (10) is needed");
  CHECK_THROWS_WITH(RepeatCopyTask(repeats), "task.min-repeats: got 12; at most task.max-repeats (10) is needed");
}

TEST_CASE("repeat-copy: an episode is shown with its number and its end") {
  RepeatCopySettings settings;
  settings.bits = 1;
  const RepeatCopyTask task(settings);
  Batch batch = sampled(task, {1, Split::kShow, 0, 2}, {1, 2});
  batch.input(1, 0)[0] = batch.target.at(1, 2)[0] = batch.target.at(1, 3)[0] = 1;
  CHECK(task.show(batch, 1, nullptr) ==
        "2 times the sequence, a number that is shown as -1.219 at step 2\n"
        "inputs\n    1 █····\ntimes ·-···\n    | ·█···\n"
        "targets\n    1   ██·\n  end   ··█\n");
}
