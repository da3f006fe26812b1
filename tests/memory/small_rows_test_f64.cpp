// Rows quantised to eight bits per number, against the rows themselves.

#include "memory/sparse/small_rows.hpp"

#include <catch2/catch.hpp>

#include <cmath>

#include "autodiff/base/lanes.hpp"
#include "autodiff/base/random.hpp"
#include "autodiff/tape/parameters.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("rows side by side are scored as one by one, to a part of their largest number") {
  Stream stream(1, Split::kCheck, Purpose::kTest, 0);
  for (const size_t width : {1, 3, 4, 7, 32}) {
    std::vector<int32_t> group(words_of_group(width));
    std::vector<Real> rows(kAbreast * width), key(width), scales, scores(kAbreast);
    for (Real& x : rows) x = static_cast<Real>(stream.normal());
    for (Real& x : key) x = static_cast<Real>(stream.normal());
    for (size_t l = 0; l < kAbreast; ++l) scales.push_back(make_small(&rows[l * width], width, &group[l]));
    score_abreast(key.data(), group.data(), width, scores.data());
    for (size_t l = 0; l < kAbreast; ++l) {
      Real off = 0;
      for (size_t j = 0; j < width; ++j) off += std::abs(key[j]) * scales[l] / 2;
      CHECK(scores[l] * scales[l] == Approx(dot<Real>(key.data(), &rows[l * width], width)).margin(1.01 * off));
    }
  }
}

TEST_CASE("small copies leave out no row that is among the best, of any size, alike or changed") {
  constexpr size_t kWidth = 5, kCount = 150, kWanted = 6;
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  SmallRows small;
  std::vector<Real> numbers(kCount * kWidth), norms(kCount);
  Stream stream(2, Split::kCheck, Purpose::kTest, 0);
  for (int turn = 0; turn < 4000; ++turn) {
    const size_t place = turn < static_cast<int>(kCount) ? static_cast<size_t>(turn) : stream.bits() % kCount;
    Real* const row = &numbers[place * kWidth];
    const Real size = std::pow(Real(10), static_cast<Real>(stream.bits() % 7) - 3);
    const bool alike = stream.bits() % 4 == 0;
    for (size_t j = 0; j < kWidth; ++j) row[j] = alike ? Real(1) : size * static_cast<Real>(stream.normal());
    norms[place] = row_norm(row, kWidth);
    small.set(tape, place, row, kWidth, norms[place]);
    const size_t count = std::min<size_t>(static_cast<size_t>(turn) + 1, kCount);
    const Rows rows{numbers.data(), norms.data(), nullptr, kWidth, count};
    std::vector<Real> keys(2 * kWidth), room(2 * kScanned);
    for (Real& x : keys) x = static_cast<Real>(stream.normal());
    Likeness right[2][kWanted], got[2][kWanted];
    Best best[] = {{right[0], kWanted}, {right[1], kWanted}}, ours[] = {{got[0], kWanted}, {got[1], kWanted}};
    scan(rows, nullptr, keys.data(), 2, room.data(), best);
    small.scan(rows, keys.data(), 2, room.data(), ours);
    for (size_t h = 0; h < 2; ++h) {
      REQUIRE(ours[h].size() == best[h].size());
      for (size_t k = 0; k < best[h].size(); ++k)
        REQUIRE((got[h][k].slot == right[h][k].slot && got[h][k].score == right[h][k].score));
    }
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
