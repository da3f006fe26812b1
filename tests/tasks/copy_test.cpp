#include "tasks/bits/copy.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>
#include <vector>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using testing::sampled;

namespace {

/// How often each length occurs in `draws` batches.
std::map<uint32_t, int> length_counts(const CopyTask& task, Reach reach, uint64_t draws) {
  std::map<uint32_t, int> counts;
  for (uint64_t k = 0; k < draws; ++k) {
    Stream draw(1, Split::kTrain, Purpose::kShape, k);
    ++counts[task.shape(draw, reach)[0]];
  }
  return counts;
}

}  // namespace

TEST_CASE("copy: vectors, a delimiter, and silence in which they are to be said again") {
  const size_t bits = GENERATE(1, 3, 8), length = GENERATE(1, 2, 20);
  const CopyTask task({bits, 1, 20});
  const Batch batch = sampled(task, {5, Split::kTrain, 40, 3}, {static_cast<uint32_t>(length)});

  CHECK(task.spec().features() == bits + 1);
  CHECK(task.spec().outputs() == bits);
  REQUIRE(batch.features() == bits + 1);
  REQUIRE(batch.outputs() == bits);
  REQUIRE(batch.steps() == 2 * length + 1);
  REQUIRE(batch.episodes == 3);
  for (size_t b = 0; b < batch.episodes; ++b)
    for (size_t t = 0; t < batch.steps(); ++t) {
      CHECK(batch.input(b, t)[bits] == (t == length ? 1 : 0));
      for (size_t i = 0; i < bits; ++i) {
        const Real in = batch.input(b, t)[i];
        if (t < length)
          CHECK((in == 0 || in == 1));
        else
          CHECK(in == 0);
        CHECK(batch.scored(b, t)[i] == (t > length ? 1 : 0));
        CHECK(batch.target.at(b, t)[i] == (t > length ? batch.input(b, t - length - 1)[i] : 0));
      }
    }
}

TEST_CASE("copy: framed by a mark before the sequence, and by one to be said after it") {
  const size_t bits = GENERATE(1, 8), length = GENERATE(1, 7);
  const CopyTask task({bits, 1, 20, true});
  const Batch batch = sampled(task, {5, Split::kTrain, 40, 3}, {static_cast<uint32_t>(length)});
  REQUIRE(batch.features() == bits + 2);
  REQUIRE(batch.outputs() == bits + 1);
  REQUIRE(batch.steps() == 2 * length + 3);
  const size_t delimiter = length + 1, end = 2 * length + 2;
  for (size_t b = 0; b < batch.episodes; ++b)
    for (size_t t = 0; t < batch.steps(); ++t) {
      CHECK(batch.input(b, t)[bits] == (t == delimiter ? 1 : 0));
      CHECK(batch.input(b, t)[bits + 1] == (t == 0 ? 1 : 0));
      CHECK(batch.target.at(b, t)[bits] == (t == end ? 1 : 0));
      for (size_t i = 0; i <= bits; ++i) CHECK(batch.scored(b, t)[i] == (t > delimiter ? 1 : 0));
      for (size_t i = 0; i < bits; ++i) {
        const bool said = t > delimiter && t < end;
        if (t == 0 || t >= delimiter) CHECK(batch.input(b, t)[i] == 0);
        CHECK(batch.target.at(b, t)[i] == (said ? batch.input(b, t - length - 1)[i] : 0));
      }
    }
}

TEST_CASE("copy: a framed sequence has the bits of the same episode without a frame") {
  const Batch plain = sampled(CopyTask({8, 1, 20}), {5, Split::kTrain, 40, 2}, {6});
  const Batch framed = sampled(CopyTask({8, 1, 20, true}), {5, Split::kTrain, 40, 2}, {6});
  for (size_t b = 0; b < 2; ++b)
    for (size_t t = 0; t < 6; ++t) CHECK(std::equal(plain.input(b, t), plain.input(b, t) + 8, framed.input(b, t + 1)));
}

TEST_CASE("copy: a batch used before leaves no trace") {
  const CopyTask task({4, 1, 20});
  Batch batch = sampled(task, {1, Split::kTrain, 0, 5}, {20});
  const Real* const inputs = batch.inputs[0].values.data();
  task.sample({1, Split::kTrain, 9, 2}, {3}, batch);
  CHECK(batch.inputs[0].values.data() == inputs);  // and its memory is kept
  const Batch fresh = sampled(task, {1, Split::kTrain, 9, 2}, {3});
  CHECK(batch.inputs[0].values == fresh.inputs[0].values);
  CHECK(batch.target.values == fresh.target.values);
  CHECK(batch.mask == fresh.mask);
}

TEST_CASE("copy: lengths are uniform, both limits among them") {
  constexpr int kDraws = 20000;
  const auto counts = length_counts(CopyTask({8, 3, 12}), {}, kDraws);
  CHECK(counts.size() == 10);
  CHECK(counts.begin()->first == 3);
  CHECK(counts.rbegin()->first == 12);
  for (const auto& [length, count] : counts) {
    INFO("length " << length);
    CHECK(std::abs(count - kDraws / 10) < 4.5 * std::sqrt(kDraws * 0.1 * 0.9));
  }
  CHECK(length_counts(CopyTask({8, 7, 7}), {}, 50) == std::map<uint32_t, int>{{7, 50}});
}

TEST_CASE("copy: a curriculum opens the lengths from the shortest on, or a part of them") {
  const CopyTask task({8, 3, 12});
  struct Case {
    Reach reach;
    uint32_t shortest, longest;
  };
  for (const auto& [reach, shortest, longest] :
       {Case{{0, 1e-9}, 3, 3}, Case{{0, 1. / 3}, 3, 6}, Case{{0, 0.5}, 3, 7}, Case{{0, 0.99}, 3, 12},
        Case{{0.5, 0.6}, 8, 8}, Case{{0.95, 1}, 12, 12}}) {
    const auto counts = length_counts(task, reach, 2000);
    INFO("from " << reach.from << " to " << reach.to);
    CHECK(counts.begin()->first == shortest);
    CHECK(counts.rbegin()->first == longest);
    CHECK(counts.size() == longest - shortest + 1);
  }
}

TEST_CASE("copy: bits are fair, on every channel and at every step") {
  constexpr size_t kEpisodes = 4000, kBits = 8, kLength = 10;
  const CopyTask task({kBits, kLength, kLength});
  const Batch batch = sampled(task, {3, Split::kTrain, 0, kEpisodes}, {kLength});
  for (size_t t = 0; t < kLength; ++t)
    for (size_t i = 0; i < kBits; ++i) {
      double ones = 0;
      for (size_t b = 0; b < kEpisodes; ++b) ones += batch.input(b, t)[i];
      CHECK(std::abs(ones - kEpisodes / 2.) < 4.5 * std::sqrt(kEpisodes / 4.));
    }
}

TEST_CASE("copy: an episode depends on seed, split, its number and the length, not on its neighbours or its thread") {
  const CopyTask task({8, 1, 20});
  const Shape shape{15};
  const uint64_t first = GENERATE(0ull, 7ull, (1ull << 32) - 1);
  const Batch all = sampled(task, {1, Split::kTrain, first, 4}, shape);
  std::vector<Batch> singles(4);
  std::vector<std::thread> threads;
  for (size_t b = 0; b < 4; ++b)
    threads.emplace_back([&, b] { task.sample({1, Split::kTrain, first + b, 1}, shape, singles[b]); });
  for (std::thread& thread : threads) thread.join();
  for (size_t b = 0; b < 4; ++b) {
    const size_t size = all.features() * all.steps();
    CHECK(std::equal(singles[b].inputs[0].values.begin(), singles[b].inputs[0].values.end(), all.input(b, 0),
                     all.input(b, 0) + size));
  }
  CHECK(singles[0].inputs[0].values != singles[1].inputs[0].values);
  CHECK(singles[0].inputs[0].values != sampled(task, {2, Split::kTrain, first, 1}, shape).inputs[0].values);
  for (const Split split : {Split::kValidation, Split::kCheck, Split::kFinal, Split::kEval, Split::kShow})
    CHECK(singles[0].inputs[0].values != sampled(task, {1, split, first, 1}, shape).inputs[0].values);
}

TEST_CASE("copy: limits in the wrong order are refused") {
  CHECK_THROWS_AS(CopyTask({8, 5, 3}), InputError);
  CHECK_THROWS_WITH(CopyTask({8, 5, 3}), "task.min-length: got 5; at most task.max-length (3) is needed");
}

TEST_CASE("copy: an episode is shown as a picture, with answers where they are known") {
  const CopyTask task({2, 2, 2});
  Batch batch = sampled(task, {1, Split::kShow, 0, 2}, {2});
  batch.resize({3, 2}, 5, 2);
  batch.input(1, 0)[0] = batch.target.at(1, 3)[0] = 1;
  batch.input(1, 1)[1] = batch.target.at(1, 4)[1] = 1;
  batch.input(1, 2)[2] = 1;
  for (const size_t t : {3, 4}) batch.scored(1, t)[0] = batch.scored(1, t)[1] = 1;
  const std::string picture =
      "inputs\n   1 █····\n   2 ·█···\n   3 ··█··\n"
      "targets\n   1    █·\n   2    ·█\n";
  CHECK(task.show(batch, 1, nullptr) == picture);
  const std::vector<Real> answers{1, 1, 1, 1, 1, 1, Real(0.9), Real(0.1), Real(0.4), Real(0.3)};
  CHECK(task.show(batch, 1, answers.data()) == picture + "answers\n   1    █·\n   2    ··\n");
}
