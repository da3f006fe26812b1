#include "tasks/episode/permutation.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <thread>
#include <vector>

using namespace tapehead;

namespace {

std::vector<size_t> pass(uint64_t seed, Split split, uint64_t number, size_t size) {
  std::vector<size_t> elements;
  for (size_t place = 0; place < size; ++place)
    elements.push_back(element_of(seed, split, number * size + place, size));
  return elements;
}

}  // namespace

TEST_CASE("permutation: every pass over a finite set sees each element once") {
  const size_t size = GENERATE(1, 2, 3, 17, 1000);
  for (uint64_t number = 0; number < 4; ++number) {
    std::vector<size_t> elements = pass(1, Split::kTrain, number, size);
    std::sort(elements.begin(), elements.end());
    std::vector<size_t> all(size);
    std::iota(all.begin(), all.end(), 0);
    CHECK(elements == all);
  }
}

TEST_CASE("permutation: another pass, seed or split has an order of its own") {
  const auto order = pass(1, Split::kTrain, 0, 20);
  CHECK(order != pass(1, Split::kTrain, 1, 20));
  CHECK(order != pass(2, Split::kTrain, 0, 20));
  CHECK(order != pass(1, Split::kFinal, 0, 20));
  CHECK(order == pass(1, Split::kTrain, 0, 20));
}

TEST_CASE("permutation: all orders are equally likely") {
  constexpr int kPasses = 24000;
  std::map<std::vector<size_t>, int> counts;
  for (uint64_t number = 0; number < kPasses; ++number) ++counts[pass(1, Split::kTrain, number, 4)];
  CHECK(counts.size() == 24);
  double chi_squared = 0;
  for (const auto& [order, count] : counts) chi_squared += (count - 1000.) * (count - 1000.) / 1000.;
  CHECK(chi_squared < 49.7);  // 23 degrees of freedom: one in a thousand is above
}

TEST_CASE("permutation: what was asked before changes nothing") {
  struct Set {
    uint64_t seed;
    Split split;
    size_t size;
  };
  const std::vector<Set> sets{
      {3, Split::kTrain, 7}, {4, Split::kTrain, 7}, {4, Split::kFinal, 7}, {4, Split::kFinal, 5}};
  std::vector<std::vector<size_t>> alone, in_turn(sets.size());
  for (const Set& set : sets) {
    alone.emplace_back();
    for (uint64_t k = 0; k < 60; ++k) alone.back().push_back(element_of(set.seed, set.split, k, set.size));
  }
  for (uint64_t k = 0; k < 60; ++k)
    for (size_t i = 0; i < sets.size(); ++i)
      in_turn[i].push_back(element_of(sets[i].seed, sets[i].split, k, sets[i].size));
  CHECK(in_turn == alone);
}

TEST_CASE("permutation: threads do not disturb each other") {
  constexpr uint64_t kEpisodes = 500000;
  const auto elements = [](uint64_t seed) {
    std::vector<size_t> found;
    for (uint64_t k = 0; k < kEpisodes; ++k) found.push_back(element_of(seed, Split::kTrain, k, 20));
    return found;
  };
  std::vector<std::vector<size_t>> found(4);
  std::vector<std::thread> threads;
  for (size_t worker = 0; worker < found.size(); ++worker)
    threads.emplace_back([&, worker] { found[worker] = elements(worker); });
  for (std::thread& thread : threads) thread.join();
  for (size_t worker = 0; worker < found.size(); ++worker) CHECK(found[worker] == elements(worker));
}
