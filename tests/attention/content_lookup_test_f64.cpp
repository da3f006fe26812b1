// Repeated look-ups by content against plain loops (Ramsauer et al. 2021, eq. 3).

#include "attention/content_lookup.hpp"

#include <cmath>

#include "attention/normalisers/softmax_normaliser.hpp"
#include "attention/scores/dot_similarity.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using List = std::vector<double>;

constexpr size_t kPatterns = 6, kNumbers = 4;

ContentLookup by_products(size_t iterations) {
  return ContentLookup(std::make_unique<DotSimilarity>(), std::make_unique<SoftmaxNormaliser>(), false, iterations);
}

/// softmax(β·X·ξ), patterns by rows.
List plain_weights(const std::vector<List>& patterns, const List& key, double strength) {
  List w;
  double total = 0;
  for (const List& pattern : patterns) {
    double product = 0;
    for (size_t j = 0; j < key.size(); ++j) product += pattern[j] * key[j];
    total += w.emplace_back(std::exp(strength * product));
  }
  for (double& x : w) x /= total;
  return w;
}

}  // namespace

TEST_CASE("a look-up of several iterations takes what it found as its next key") {
  const std::vector<OpInput> shapes = {
      {"memory", kPatterns, kNumbers}, {"keys", kNumbers, 2}, {"strengths", 1, 2, 1, 3}};
  for (const size_t iterations : {1, 2, 5}) {
    const auto in = testing::drawn(shapes, 2);
    const ContentLookup lookup = by_products(iterations);
    const auto got = testing::run([&](Tape&, std::span<const Var> x) { return lookup.weights(x[0], x[1], x[2]); }, in);
    for (size_t b = 0; b < 2; ++b)
      for (size_t h = 0; h < 2; ++h) {
        std::vector<List> patterns(kPatterns);
        for (size_t n = 0; n < kPatterns; ++n)
          for (size_t j = 0; j < kNumbers; ++j) patterns[n].push_back(testing::at(in[0], b, n, j));
        List key;
        for (size_t j = 0; j < kNumbers; ++j) key.push_back(testing::at(in[1], b, j, h));
        List w;
        for (size_t i = 0; i < iterations; ++i) {
          w = plain_weights(patterns, key, testing::at(in[2], b, 0, h));
          for (size_t j = 0; j < kNumbers; ++j) {
            key[j] = 0;
            for (size_t n = 0; n < kPatterns; ++n) key[j] += w[n] * patterns[n][j];
          }
        }
        for (size_t n = 0; n < kPatterns; ++n)
          CHECK(got.value[(b * 2 + h) * kPatterns + n] == Approx(w[n]).epsilon(1e-12).margin(1e-14));
      }
  }
}

TEST_CASE("iterations settle on the pattern that a key is nearer to") {
  const std::vector<Real> patterns = {1, 1, 1, 1, 1, -1, 1, -1};  // two of four numbers, by columns
  std::vector<Real> key = {1, 1, Real(0.2), Real(-0.1)}, strength = {Real(0.8)};
  const ParameterStore none(0);
  Tape tape;
  Real before = Real(0.5);
  for (const size_t iterations : {1, 2, 4, 16}) {
    tape.begin(none, nullptr);
    const Var w = by_products(iterations)
                      .weights(tape.constant(2, 4, 1, patterns.data()), tape.constant(4, 1, 1, key.data()),
                               tape.constant(1, 1, 1, strength.data()));
    const Real first = testing::numbers(w)[0];
    CHECK(first > before);
    before = first;
  }
  CHECK(before > 0.9);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
