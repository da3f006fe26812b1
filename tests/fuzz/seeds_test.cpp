// Every harness on its seeds, and on seeds with changed bytes; libFuzzer goes on from there (scripts/fuzz.sh).

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/damaged.hpp"
#include "tests/support/fuzz_harnesses.hpp"

using namespace tapehead;

namespace {

std::vector<std::string> seeds_of(const Harness& harness) {
  const char* const source = std::getenv("TAPEHEAD_SOURCE");
  const auto folder = std::filesystem::path(source ? source : ".") / "tests/fuzz/seeds" / harness.name;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> seeds;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return seeds;
}

}  // namespace

TEST_CASE("harnesses: each reads or refuses its seeds, and what comes of changing them") {
  constexpr int kRounds = 150;
  for (const Harness& harness : harnesses()) {
    INFO(std::string(harness.name));
    const std::vector<std::string> seeds = seeds_of(harness);
    REQUIRE_FALSE(seeds.empty());
    Stream random(1, Split::kTrain, Purpose::kTest, 0);
    for (const std::string& seed : seeds) {
      harness.run(seed);
      for (int round = 0; round < kRounds; ++round)
        harness.run(testing::damaged(seed, "\",:{}[]0123456789.eE+-\t\n naif", random));
    }
  }
}

TEST_CASE("harnesses: no folder of seeds is without its harness") {
  const char* const source = std::getenv("TAPEHEAD_SOURCE");
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(source ? source : ".") / "tests/fuzz/seeds")) {
    const std::string name = entry.path().filename().string();
    const auto all = harnesses();
    INFO(name);
    CHECK(std::any_of(all.begin(), all.end(), [&](const Harness& one) { return one.name == name; }));
  }
}
