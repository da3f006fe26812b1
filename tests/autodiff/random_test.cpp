#include "autodiff/base/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

using namespace tapehead;

namespace {

using Words = std::array<uint32_t, 4>;

/// Philox4x32-10 as in the paper's figure 2, written from the paper alone.
Words philox(Words counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53} * counter[0], b = uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(b),
               static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

Words next_block(Stream& stream) {
  Words words;
  for (uint32_t& word : words) word = stream.bits();
  return words;
}

Stream test_stream(uint64_t index) { return Stream(1, Split::kTrain, Purpose::kTest, index); }

}  // namespace

TEST_CASE("random: this file's Philox gives Random123's known answers") {
  constexpr uint32_t kOnes = 0xFFFFFFFF;
  CHECK(philox({0, 0, 0, 0}, {0, 0}) == Words{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8});
  CHECK(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}) == Words{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD});
  CHECK(philox({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344}, {0xA4093822, 0x299F31D0}) ==
        Words{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1});
}

TEST_CASE("random: many numbers at once are those that come one by one, wherever one begins") {
  for (const size_t first : {0, 1, 3, 4, 5, 40})
    for (const size_t count : {0, 1, 2, 31, 32, 33, 200}) {
      INFO(first << " and then " << count);
      Stream one = test_stream(7), many = test_stream(7);
      for (size_t i = 0; i < first; ++i) REQUIRE(one.bits() == many.bits());
      std::vector<uint32_t> numbers(count);
      many.bits(numbers);
      for (const uint32_t number : numbers) REQUIRE(number == one.bits());
      CHECK(many.bits() == one.bits());
    }
}

TEST_CASE("random: a stream is Philox over (block, index, index, split and purpose), keyed by the seed") {
  for (const uint64_t seed : {0ull, 1ull, 0x299F31D0A4093822ull, ~0ull})
    for (const uint64_t index : {0ull, 1ull, 0x13198A2E85A308D3ull, ~0ull})
      for (const Split split : {Split::kTrain, Split::kFinal, Split::kShow})
        for (const Purpose purpose : {Purpose::kParameters, Purpose::kEpisode, Purpose::kPermutation}) {
          Stream stream(seed, split, purpose, index);
          const uint32_t last = static_cast<uint32_t>(split) << 16 | static_cast<uint32_t>(purpose);
          for (uint32_t block = 0; block < 3; ++block)
            REQUIRE(next_block(stream) ==
                    philox({block, static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32), last},
                           {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)}));
        }
}

TEST_CASE("random: another seed, split, purpose or index is another stream") {
  std::set<Words> seen;
  size_t streams = 0;
  for (const uint64_t seed : {0ull, 1ull, 1ull << 32})
    for (uint32_t split = 0; split <= static_cast<uint32_t>(Split::kShow); ++split)
      for (uint32_t purpose = 1; purpose <= static_cast<uint32_t>(Purpose::kPermutation); ++purpose)
        for (const uint64_t index : {0ull, 1ull, 2ull, 1ull << 32}) {
          Stream stream(seed, static_cast<Split>(split), static_cast<Purpose>(purpose), index);
          seen.insert(next_block(stream));
          ++streams;
        }
  CHECK(seen.size() == streams);
}

TEST_CASE("random: uniform numbers fill [0, 1)") {
  constexpr size_t kDraws = 200000, kBins = 20;
  Stream stream = test_stream(1);
  std::vector<double> counts(kBins);
  double least = 1, most = 0;
  for (size_t i = 0; i < kDraws; ++i) {
    const double u = stream.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    least = std::min(least, u);
    most = std::max(most, u);
    ++counts[static_cast<size_t>(u * kBins)];
  }
  CHECK(least < 1e-4);
  CHECK(most > 1 - 1e-4);
  constexpr double kExpected = double{kDraws} / kBins;
  double chi_squared = 0;
  for (const double count : counts) chi_squared += (count - kExpected) * (count - kExpected) / kExpected;
  CHECK(chi_squared < 43.8);  // 19 degrees of freedom: one in a thousand is above
}

TEST_CASE("random: a uniform number has 53 bits from two draws, the first on top") {
  Stream stream = test_stream(2), words = test_stream(2);
  bool low_bits = false;
  for (int i = 0; i < 100; ++i) {
    const uint64_t high = words.bits() >> 5, low = words.bits() >> 6;
    const double u = stream.uniform();
    REQUIRE(u == std::ldexp(static_cast<double>(high), -27) + std::ldexp(static_cast<double>(low), -53));
    low_bits = low_bits || std::fmod(std::ldexp(u, 52), 1) != 0;
  }
  CHECK(low_bits);
  Stream scaled = test_stream(3), plain = test_stream(3);
  for (int i = 0; i < 100; ++i) REQUIRE(scaled.uniform(-3, 5) == -3 + 8 * plain.uniform());
}

TEST_CASE("random: integers keep their limits and reach both") {
  Stream stream = test_stream(4);
  for (const auto& [low, high] : std::vector<std::pair<int64_t, int64_t>>{{0, 0}, {7, 7}, {0, 1}, {-3, 3}, {1, 20}}) {
    std::set<int64_t> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(stream.integer(low, high));
    CHECK(*seen.begin() == low);
    CHECK(*seen.rbegin() == high);
    CHECK(seen.size() == static_cast<size_t>(high - low + 1));
  }
}

TEST_CASE("random: integers are without bias") {
  // For a range of 3·2^30, multiplication alone would give every third number twice as often as the others.
  constexpr int64_t kRange = int64_t{3} << 30;
  constexpr int kDraws = 90000;
  Stream stream = test_stream(5);
  std::array<int, 3> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts[static_cast<size_t>(stream.integer(0, kRange - 1) % 3)];
  const double deviation = std::sqrt(kDraws * (1. / 3) * (2. / 3));
  for (const int count : counts) CHECK(std::abs(count - kDraws / 3) < 4 * deviation);
}

TEST_CASE("random: normal numbers have the normal moments and tails") {
  constexpr int kDraws = 200000;
  Stream stream = test_stream(6);
  double sums[5] = {};
  int beyond_two = 0;
  double neighbours = 0, last = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = stream.normal();
    REQUIRE(std::isfinite(x));
    for (int power = 1; power <= 4; ++power) sums[power] += std::pow(x, power);
    beyond_two += std::abs(x) > 2;
    neighbours += x * last;
    last = x;
  }
  // Five standard errors: the variances of x, x², x³, x⁴ are 1, 2, 15, 96.
  const double error = 5 / std::sqrt(double{kDraws});
  CHECK(std::abs(sums[1] / kDraws) < error);
  CHECK(std::abs(sums[2] / kDraws - 1) < error * std::sqrt(2.));
  CHECK(std::abs(sums[3] / kDraws) < error * std::sqrt(15.));
  CHECK(std::abs(sums[4] / kDraws - 3) < error * std::sqrt(96.));
  CHECK(std::abs(beyond_two / double{kDraws} - 0.0455003) < error * std::sqrt(0.0455 * 0.9545));
  CHECK(std::abs(neighbours / kDraws) < error);  // the two numbers of one pair among them
}

TEST_CASE("random: single bits are those of the numbers, lowest first") {
  Stream stream = test_stream(7), words = test_stream(7);
  BitSource source(stream);
  for (int i = 0; i < 10; ++i) {
    const uint32_t word = words.bits();
    for (int bit = 0; bit < 32; ++bit) REQUIRE(source.bit() == ((word >> bit & 1) != 0));
  }
  CHECK(stream.bits() == words.bits());  // it took no more than it gave
}

TEST_CASE("random: derived seeds differ, and attempt 0 is the seed itself") {
  std::set<uint64_t> seen;
  for (const uint64_t seed : {1ull, 2ull, 1ull << 40})
    for (uint64_t attempt = 0; attempt < 5; ++attempt) {
      const uint64_t derived = derived_seed(seed, Purpose::kRestart, attempt);
      if (attempt == 0) CHECK(derived == seed);
      CHECK(derived == derived_seed(seed, Purpose::kRestart, attempt));
      seen.insert(derived);
    }
  CHECK(seen.size() == 15);
  CHECK(derived_seed(1, Purpose::kRestart, 1) != derived_seed(1, Purpose::kTest, 1));
}
