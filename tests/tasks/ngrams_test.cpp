#include "tasks/bits/ngrams.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

/// An episode's bits as text.
std::string bits_of(const Batch& batch, size_t b) {
  std::string bits;
  for (size_t t = 0; t < batch.steps(); ++t) bits += *batch.target.at(b, t) == 1 ? '1' : '0';
  return bits;
}

/// The cost of a predictor with (N₁ + prior)/(N₀ + N₁ + 2·prior) by the `past` bits before, and ½ for the first of
/// them; from the paper's definition, with strings for contexts.
double cost(const std::string& bits, size_t past, double prior) {
  std::map<std::string, std::map<char, double>> counts;
  double total = 0;
  for (size_t t = 0; t < bits.size(); ++t) {
    if (t < past) {
      total += 1;
      continue;
    }
    auto& seen = counts[bits.substr(t - past, past)];
    const double n0 = seen['0'], n1 = seen['1'], one = (n1 + prior) / (n0 + n1 + 2 * prior);
    total -= std::log2(bits[t] == '1' ? one : 1 - one);
    ++seen[bits[t]];
  }
  return total;
}

struct Moments {
  double mean = 0, deviation = 0, error = 0;  ///< error: of the mean, one standard deviation
};
Moments moments(const std::vector<double>& x) {
  const auto n = static_cast<double>(x.size());
  Moments m;
  for (const double v : x) m.mean += v / n;
  for (const double v : x) m.deviation += (v - m.mean) * (v - m.mean) / n;
  m.deviation = std::sqrt(m.deviation);
  m.error = m.deviation / std::sqrt(n);
  return m;
}

}  // namespace

TEST_CASE("n-grams: the bit before goes in as -1 or +1, every bit is scored") {
  const size_t length = GENERATE(1, 2, 5, 6, 200), order = GENERATE(1, 2, 6, 12);
  const NgramsTask task({order, 1, 400});
  CHECK(task.spec().features() == 1);
  CHECK(task.spec().outputs() == 1);
  const Batch batch = sampled(task, {4, Split::kTrain, 3, 3}, {static_cast<uint32_t>(length)});
  REQUIRE(batch.features() == 1);
  REQUIRE(batch.outputs() == 1);
  REQUIRE(batch.steps() == length);
  for (size_t b = 0; b < 3; ++b)
    for (size_t t = 0; t < length; ++t) {
      CHECK(*batch.input(b, t) == (t == 0 ? 0 : *batch.target.at(b, t - 1) == 1 ? 1 : -1));
      CHECK((*batch.target.at(b, t) == 0 || *batch.target.at(b, t) == 1));
      CHECK(*batch.scored(b, t) == 1);
    }
}

TEST_CASE("n-grams: the first bits are fair, and know nothing of each other") {
  constexpr size_t kEpisodes = 16000;
  const Batch batch = sampled(NgramsTask({}), {5}, kEpisodes);
  std::map<std::string, double> counts;
  for (size_t b = 0; b < kEpisodes; ++b) ++counts[bits_of(batch, b)];
  CHECK(counts.size() == 32);
  for (const auto& [bits, count] : counts) CHECK(is_likely(count, kEpisodes, 1. / 32));
}

TEST_CASE("n-grams: without a context the table's one probability is from Beta(1/2, 1/2)") {
  // The ones among 4 bits are then beta-binomial: C(4, j)·B(j + ½, 4 − j + ½)/B(½, ½) = 35, 20, 18, 20, 35 of 128.
  constexpr size_t kEpisodes = 40000;
  const Batch batch = sampled(NgramsTask({1, 1, 400}), {4}, kEpisodes);
  std::array<double, 5> counts{};
  for (size_t b = 0; b < kEpisodes; ++b) {
    const std::string bits = bits_of(batch, b);
    ++counts[static_cast<size_t>(std::count(bits.begin(), bits.end(), '1'))];
  }
  const std::array<double, 5> right{35, 20, 18, 20, 35};
  for (size_t j = 0; j < 5; ++j) {
    INFO(j << " ones");
    CHECK(is_likely(counts[j], kEpisodes, right[j] / 128));
  }
}

TEST_CASE("n-grams: a bit depends on the 5 before it, and on no more") {
  // A predictor by the previous 5 bits reaches the oracle's cost; by 4 or 6 bits it costs clearly more.
  constexpr size_t kEpisodes = 400;
  const Batch batch = sampled(NgramsTask({}), {200}, kEpisodes);
  std::map<size_t, double> mean;
  for (const size_t past : {3, 4, 5, 6, 7})
    for (size_t b = 0; b < kEpisodes; ++b) mean[past] += cost(bits_of(batch, b), past, 0.5) / kEpisodes;
  for (const size_t past : {3, 4, 6, 7}) CHECK(mean[past] > mean[5] + 4);
}

TEST_CASE("n-grams: a context keeps its probability through the episode") {
  const NgramsTask task({2, 1, 100000});
  const std::string bits = bits_of(sampled(task, {20000}, 1), 0);
  for (const char before : {'0', '1'})
    for (const size_t begin : {0, 10000}) {
      double ones = 0, all = 0, ones_whole = 0, all_whole = 0;
      for (size_t t = 1; t < bits.size(); ++t)
        if (bits[t - 1] == before) {
          const bool part = t >= begin && t < begin + 10000;
          ones += part && bits[t] == '1';
          all += part;
          ones_whole += bits[t] == '1';
          ++all_whole;
        }
      CHECK(all > 100);
      CHECK(is_likely(ones, all, ones_whole / all_whole));
    }
}

TEST_CASE("n-grams: the oracle is the Bayes-optimal estimator") {
  const size_t order = GENERATE(1, 2, 6, 12);
  const NgramsTask task({order, 1, 400});
  for (const uint32_t length : {1, 5, 6, 200}) {
    const Batch batch = sampled(task, {length}, 5);
    for (size_t b = 0; b < 5; ++b)
      CHECK(task.oracle_bits(batch, b) == Approx(cost(bits_of(batch, b), order - 1, 0.5)).epsilon(1e-12));
  }
}

TEST_CASE("n-grams: the oracle pays 133 bits for 200, and other estimators pay more") {
  constexpr size_t kEpisodes = 4000;
  const NgramsTask task({});
  const Batch batch = sampled(task, {200}, kEpisodes);
  std::vector<double> oracle;
  std::map<double, std::vector<double>> over;
  for (size_t b = 0; b < kEpisodes; ++b) {
    oracle.push_back(task.oracle_bits(batch, b));
    for (const double prior : {0.3, 0.7, 1.}) over[prior].push_back(cost(bits_of(batch, b), 5, prior) - oracle.back());
  }
  const Moments all = moments(oracle);
  CHECK(std::abs(all.mean - 132.9) < 4 * all.error);  // of 100,000 sequences drawn by another program
  CHECK(all.deviation == Approx(36.2).margin(1.5));
  for (const auto& [prior, differences] : over) {
    INFO("prior " << prior);
    CHECK(moments(differences).mean > 4 * moments(differences).error);
  }
}

TEST_CASE("n-grams: lengths are uniform between the limits, and a curriculum opens them") {
  const NgramsTask task({6, 10, 19});
  const auto counts = shape_counts(task, 20000);
  CHECK(counts.size() == 10);
  for (const auto& [shape, count] : counts) CHECK(is_likely(static_cast<double>(count), 20000, 0.1));
  CHECK(shape_counts(task, 500, {0, 0.2}).rbegin()->first[0] == 11);
  CHECK(shape_counts(NgramsTask({}), 50).size() == 1);
}

TEST_CASE("n-grams: limits in the wrong order are refused") {
  CHECK_THROWS_AS(NgramsTask({6, 5, 3}), InputError);
  CHECK_THROWS_WITH(NgramsTask({6, 5, 3}), "task.min-length: got 5; at most task.max-length (3) is needed");
}

TEST_CASE("n-grams: an episode is shown with what the oracle pays") {
  const NgramsTask task({});
  Batch batch;
  batch.resize({1, 1}, 3, 1);
  batch.input(0, 1)[0] = 1;
  batch.input(0, 2)[0] = -1;
  batch.target.at(0, 0)[0] = 1;
  for (size_t t = 0; t < 3; ++t) batch.scored(0, t)[0] = 1;
  CHECK(task.show(batch, 0, nullptr) == "inputs\n   1 ·█-\ntargets\n   1 █··\nthe best predictor pays 3.0 bits\n");
}
