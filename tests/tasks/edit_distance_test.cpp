#include "tasks/data/sequences/edit_distance.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

#include "autodiff/base/random.hpp"

using namespace tapehead;

namespace {

using Tokens = std::vector<uint32_t>;

/// By the definition: the first tokens are equal or substituted, or one of them is inserted or deleted.
size_t by_definition(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  return std::min({by_definition(a.subspan(1), b.subspan(1)) + (a[0] != b[0]), by_definition(a.subspan(1), b) + 1,
                   by_definition(a, b.subspan(1)) + 1});
}

Tokens letters(std::string_view text) { return {text.begin(), text.end()}; }

}  // namespace

TEST_CASE("edit distance: as worked by hand") {
  CHECK(edit_distance(letters("kitten"), letters("sitting")) == 3);
  CHECK(edit_distance(letters("saturday"), letters("sunday")) == 3);
  CHECK(edit_distance(letters(""), letters("abc")) == 3);
  CHECK(edit_distance(letters("abc"), letters("")) == 3);
  CHECK(edit_distance(letters(""), letters("")) == 0);
  CHECK(edit_distance(letters("abc"), letters("abc")) == 0);
  CHECK(edit_distance(letters("ab"), letters("ba")) == 2);
}

TEST_CASE("edit distance: as the recursion defines it") {
  Stream draw(1, Split::kTrain, Purpose::kTest, 0);
  for (size_t round = 0; round < 300; ++round) {
    const auto sequence = [&] {
      Tokens tokens(static_cast<size_t>(draw.integer(0, 6)));
      for (uint32_t& token : tokens) token = static_cast<uint32_t>(draw.integer(0, 2));
      return tokens;
    };
    const Tokens a = sequence(), b = sequence();
    CHECK(edit_distance(a, b) == by_definition(a, b));
  }
}
