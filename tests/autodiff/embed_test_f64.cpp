// Sentences as sums of their words' vectors, against plain loops.

#include "autodiff/ops/embed.hpp"

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

constexpr uint16_t kWords[] = {1, 3, 3, 0, 2, 9, 1};

// Narrower than a register, as wide as two, with a remainder after whole ones, and wider than one block.
constexpr size_t kWidths[] = {4, 16, 21, 77};

}  // namespace

TEST_CASE("embed is what plain loops give") {
  // A bag of two and a last word; four words where there are three places; nothing; one unknown and one known word.
  const Bag bags[] = {{{kWords, 2}, 4}, {{kWords + 1, 4}, kNoWord}, {}, {{kWords + 5, 2}, kNoWord}};
  for (const size_t width : kWidths) {
    const auto in = testing::drawn({{"table", width, 5}, {"places", width, 3}}, 1);
    const auto got = testing::run([&](Tape&, In x) { return embed(x[0], x[1], bags, 2, 2); }, in);
    const auto plain = testing::run([&](Tape&, In x) { return embed(x[0], bags, 2, 2); }, {in[0]});
    const std::vector<std::vector<std::pair<size_t, size_t>>> word_and_place = {
        {{1, 0}, {3, 1}, {4, 2}}, {{3, 0}, {3, 1}, {0, 2}, {2, 2}}, {}, {{1, 1}}};
    for (size_t s = 0; s < 4; ++s)
      for (size_t r = 0; r < width; ++r) {
        double sum = 0, bag = 0;
        for (const auto& [word, place] : word_and_place[s]) {
          sum += testing::at(in[0], 0, r, word) * testing::at(in[1], 0, r, place);
          bag += testing::at(in[0], 0, r, word);
        }
        CHECK(got.value[s * width + r] == Approx(sum).margin(1e-14));
        CHECK(plain.value[s * width + r] == Approx(bag).margin(1e-14));
      }
  }
}

TEST_CASE("embed's gradient is that of columns added up") {
  const Bag bags[] = {{{kWords, 3}, 4}, {{kWords + 1, 1}, kNoWord}};
  const auto fused = [&](Tape&, In x) { return embed(x[0], x[1], bags, 2, 1); };
  const auto composed = [&](Tape&, In x) {
    const auto word = [&](size_t w, size_t place) { return multiply(columns(x[0], w, 1), columns(x[1], place, 1)); };
    const Var first = add(add(word(1, 0), word(3, 1)), add(word(3, 2), word(4, 2)));
    const Var both[] = {first, word(3, 0)};
    return beside(both);
  };
  for (const size_t width : kWidths)
    testing::check_twins(fused, composed,
                         {{"table", width, 5, -1, 1, 0, 0, true}, {"places", width, 3, -1, 1, 0, 0, true}});
}

TEST_CASE("embed refuses shapes that do not fit") {
  const auto in = testing::drawn({{"table", 4, 5}, {"places", 3, 3}}, 1);
  const Bag bags[2];
  CHECK_THROWS_AS(testing::run([&](Tape&, In x) { return embed(x[0], x[1], bags, 2, 1); }, in), ShapeError);
  CHECK_THROWS_AS(testing::run([&](Tape&, In x) { return embed(x[0], bags, 3, 1); }, {in[0]}), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
