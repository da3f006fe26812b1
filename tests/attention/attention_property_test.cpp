#include <rapidcheck/catch.h>

#include <algorithm>
#include <numeric>

#include "attention/moves/interpolate_shift_sharpen.hpp"
#include "attention/normalisers/hard.hpp"
#include "attention/normalisers/sparsemax.hpp"
#include "attention/normalisers/top_k.hpp"
#include "attention/scores/cosine.hpp"
#include "tests/support/generators.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

using testing::any_number;
using testing::any_size;
using testing::numbers;
using testing::Plain;

TEST_CASE("weightings lie on the simplex") {
  rc::prop("softmax, of any size of scores", [] {
    Plain p;
    testing::require_on_simplex(softmax(p.any(any_size(1, 40), any_size(1, 3), any_size(1, 2), -200, 200)));
  });
  rc::prop("sparsemax, top-k and hard, of any size of scores", [] {
    Plain p;
    const size_t slots = any_size(1, 40);
    const Var scores = p.any(slots, any_size(1, 3), any_size(1, 2), -200, 200);
    testing::require_on_simplex(sparsemax(scores));
    testing::require_on_simplex(top_k(scores, any_size(1, slots + 2)));
    testing::require_on_simplex(hard(scores));
  });
  rc::prop("sharpen, zeros among the weights or not", [] {
    Plain p;
    const size_t slots = any_size(1, 40), heads = any_size(1, 3);
    const Var weights = relu(p.any(slots, heads, 2, -1, 1));
    testing::require_on_simplex(sharpen(weights, p.any(1, heads, 2, 1, 60)));
  });
  rc::prop("interpolate_shift_sharpen, from any weightings, controls and kernels", [] {
    Plain p;
    const size_t slots = any_size(1, 20), heads = any_size(1, 3), taps = 2 * any_size(0, 12) + 1;
    const Var content = p.any_weights(slots, heads, 2, any_number(0, 60));
    const Var previous = p.any_weights(slots, heads, 2, any_number(0, 60));
    testing::require_on_simplex(interpolate_shift_sharpen(
        content, previous, p.any(1, heads, 2, 0, 1), p.any_weights(taps, heads, 2, 20), p.any(1, heads, 2, 1, 60)));
  });
}

TEST_CASE("sparsemax") {
  rc::prop("leaves what is on the simplex where it is", [] {
    Plain p;
    const Var w = p.any_weights(any_size(1, 40), any_size(1, 3), 2, any_number(0, 10));
    testing::require_close(numbers(sparsemax(w)), numbers(w), 1e-6);
  });
  rc::prop("does not care what is added to all scores", [] {
    Plain p;
    const Var scores = p.any(any_size(1, 40), 2, 1, -1, 1);
    testing::require_close(numbers(sparsemax(shift(scores, any_number(-8, 8)))), numbers(sparsemax(scores)), 1e-5);
  });
  rc::prop("gives nothing to a slot that lies 1 or more below another", [] {
    Plain p;
    const size_t slots = any_size(2, 40);
    auto values = testing::any_numbers(slots, -3, 3);
    const Real top = *std::max_element(values.begin(), values.end());
    const auto w = numbers(sparsemax(p.of(slots, 1, 1, values)));
    for (size_t n = 0; n < slots; ++n) RC_ASSERT(values[n] > top - 1 || w[n] == 0);
  });
}

TEST_CASE("top-k keeps k slots, and no higher score is left out") {
  rc::prop("whatever the scores", [] {
    Plain p;
    const size_t slots = any_size(1, 40), k = any_size(1, slots);
    const auto scores = testing::any_numbers(slots, -3, 3);
    const auto w = numbers(top_k(p.of(slots, 1, 1, scores), k));
    Real least_kept = 3, most_left = -3;
    for (size_t n = 0; n < slots; ++n)
      if (w[n] > 0)
        least_kept = std::min(least_kept, scores[n]);
      else
        most_left = std::max(most_left, scores[n]);
    RC_ASSERT(static_cast<size_t>(std::count_if(w.begin(), w.end(), [](Real x) { return x > 0; })) == k);
    RC_ASSERT(least_kept >= most_left);
  });
}

TEST_CASE("hard looks at one slot, none of which scores higher") {
  rc::prop("whatever the scores", [] {
    Plain p;
    const size_t slots = any_size(1, 40);
    const auto scores = testing::any_numbers(slots, -3, 3), w = numbers(hard(p.of(slots, 1, 1, scores)));
    const auto best = static_cast<size_t>(std::find(w.begin(), w.end(), Real{1}) - w.begin());
    RC_ASSERT(best < slots);
    RC_ASSERT(scores[best] == *std::max_element(scores.begin(), scores.end()));
    RC_ASSERT(static_cast<size_t>(std::count(w.begin(), w.end(), Real{0})) == slots - 1);
  });
}

TEST_CASE("a one-hot shift kernel is a rotation") {
  rc::prop("by its displacement, exactly", [] {
    Plain p;
    const size_t slots = any_size(1, 12), taps = 2 * any_size(0, 8) + 1, tap = any_size(0, taps - 1);
    const Var w = p.any(slots, 1, 1, 0, 1);
    const auto got = numbers(circular_convolution(w, p.one_hot(taps, 1, 1, {tap})));
    const auto from = numbers(w);
    // Row 0 of the kernel moves forward by ⌊taps/2⌋, the last one backward by as much.
    for (size_t n = 0; n < slots; ++n) RC_ASSERT(got[(n + taps / 2 + slots * taps - tap) % slots] == from[n]);
  });
  rc::prop("in interpolate_shift_sharpen as well", [] {
    Plain p;
    const size_t slots = any_size(1, 12), taps = 2 * any_size(0, 8) + 1;
    const Var w = p.any_weights(slots, 1, 1, 2), kernel = p.one_hot(taps, 1, 1, {any_size(0, taps - 1)});
    const Var closed = p.of(1, 1, 1, {0}), one = p.of(1, 1, 1, {1});
    testing::require_close(numbers(interpolate_shift_sharpen(w, w, closed, kernel, one)),
                           numbers(circular_convolution(w, kernel)), 1e-5);
  });
}

TEST_CASE("a large sharpening leaves the largest weight alone") {
  rc::prop("where one is clearly the largest", [] {
    Plain p;
    const size_t slots = any_size(1, 30), best = any_size(0, slots - 1);
    auto values = testing::any_numbers(slots, 0, 0.5);
    values[best] = 0.6F;
    const auto sharp = numbers(sharpen(p.of(slots, 1, 1, values), p.of(1, 1, 1, {200})));
    for (size_t n = 0; n < slots; ++n) RC_ASSERT(std::abs(sharp[n] - (n == best ? 1 : 0)) < 1e-5);
  });
}

TEST_CASE("cosine") {
  rc::prop("is within one of zero, and does not depend on how long a key is", [] {
    Plain p;
    const size_t slots = any_size(1, 10), width = any_size(1, 6);
    const Var memory = p.any(slots, width, 2, -1, 1);
    auto key = testing::any_numbers(width * 2, -1, 1);
    key[0] = key[width] = 1;
    const Var k = p.of(width, 1, 2, key);
    const auto got = numbers(cosine(memory, k));
    for (const Real y : got) RC_ASSERT(std::abs(y) <= 1 + 1e-5F);
    testing::require_close(numbers(cosine(memory, scale(k, any_number(0.5, 50)))), got, 1e-5);
  });
  rc::prop("does not care for the order of the slots", [] {
    Plain p;
    const size_t slots = any_size(1, 12), width = any_size(1, 5);
    const auto values = testing::any_numbers(slots * width, -1, 1);
    std::vector<size_t> order(slots);
    std::iota(order.begin(), order.end(), size_t{0});
    for (size_t n = slots; n-- > 1;) std::swap(order[n], order[any_size(0, n)]);
    std::vector<Real> shuffled(values.size());
    for (size_t w = 0; w < width; ++w)
      for (size_t n = 0; n < slots; ++n) shuffled[w * slots + n] = values[w * slots + order[n]];
    const Var key = p.any(width, 2, 1, -1, 1);
    const auto straight = numbers(cosine(p.of(slots, width, 1, values), key));
    const auto got = numbers(cosine(p.of(slots, width, 1, shuffled), key));
    std::vector<Real> right(got.size());
    for (size_t h = 0; h < 2; ++h)
      for (size_t n = 0; n < slots; ++n) right[h * slots + n] = straight[h * slots + order[n]];
    testing::require_close(got, right, 1e-6);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
