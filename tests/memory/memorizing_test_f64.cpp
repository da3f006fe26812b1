// A Memorizing Transformer's memory against its equations in plain loops (Wu et al. 2022, section 3), and attention to
// the nearest steps.

#include "memory/tokens/memorizing.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attention/fused/attend_nearest.hpp"
#include "attention/fused/multi_head.hpp"
#include "autodiff/base/error.hpp"
#include "tests/support/context.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Plain = std::vector<double>;

Plain of_unit_length(const Plain& x) {
  double square = 1e-6;
  for (const double v : x) square += v * v;
  Plain y;
  for (const double v : x) y.push_back(v / std::sqrt(square));
  return y;
}

/// One head of one episode.
struct PlainHead {
  std::vector<Plain> keys, values;

  /// The mean of `what` of these steps under the softmax of their scores.
  static Plain mean(const std::vector<Plain>& what, const Plain& scores, const std::vector<size_t>& steps) {
    Plain sum(what[0].size(), 0);
    double total = 0;
    for (const size_t j : steps) {
      total += std::exp(scores[j]);
      for (size_t r = 0; r < sum.size(); ++r) sum[r] += std::exp(scores[j]) * what[j][r];
    }
    for (double& v : sum) v /= total;
    return sum;
  }

  /// What is found among the steps from … to − 1, of which the nearest `count` are seen.
  Plain look_up(Plain query, double scale, size_t from, size_t to, const MemorizingSettings& settings,
                size_t count) const {
    for (size_t i = 1;; ++i) {
      Plain scores;
      for (const Plain& key : keys)
        scores.push_back(scale * std::inner_product(key.begin(), key.end(), query.begin(), 0.0));
      std::vector<size_t> steps(to - from);
      std::iota(steps.begin(), steps.end(), from);
      std::stable_sort(steps.begin(), steps.end(), [&](size_t a, size_t b) { return scores[a] > scores[b]; });
      steps.resize(std::min(steps.size(), count));
      if (i == settings.iterations) return mean(values, scores, steps);
      query = of_unit_length(mean(keys, scores, steps));
    }
  }

  Plain read(const Plain& query, double scale, double gate, const MemorizingSettings& settings) const {
    const size_t far = keys.size() - std::min(keys.size(), settings.window);
    Plain read = look_up(query, scale, far, keys.size(), settings, settings.window);
    if (far == 0) return read;
    const Plain found = look_up(query, scale, 0, far, settings, settings.nearest);
    const double g = 1 / (1 + std::exp(-gate));
    for (size_t r = 0; r < read.size(); ++r) read[r] = g * found[r] + (1 - g) * read[r];
    return read;
  }
};

void check_memorizing(const MemorizingSettings& settings) {
  constexpr size_t kEpisodes = 2, kMoves = 9;
  ParameterStore store(1);
  const MemorizingMemory memory(store, settings);
  REQUIRE(memory.controls() == 18);
  REQUIRE(memory.reads() == 6);
  REQUIRE(store.entries()[0].name == "scale");
  CHECK(store.data(store.entries()[0])[0] == Approx(std::log2(20.0)));  // of 3 + 2 steps
  Stream stream(3, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : store.values()) x = stream.uniform(-2, 2);
  const Real *const scales = store.data(store.entries()[0]), *const gates = store.data(store.entries()[1]);
  Tape tape;
  tape.begin(store, nullptr);
  const Context context{tape, kEpisodes, testing::noise()};
  Memory::Step step = testing::started(memory, context);
  const size_t width = settings.width / settings.heads;
  std::vector<PlainHead> plain(kEpisodes * settings.heads);
  for (size_t t = 0; t < kMoves; ++t) {
    std::vector<Real> controls(memory.controls() * kEpisodes);
    for (Real& x : controls) x = stream.uniform(-3, 3);
    step = memory.step(context, tape.constant(memory.controls(), 1, kEpisodes, controls.data()), step.state);
    Plain reads;
    for (size_t b = 0; b < kEpisodes; ++b)
      for (size_t h = 0; h < settings.heads; ++h) {
        const auto part = [&](size_t which) {
          const auto first = controls.begin() +
                             static_cast<std::ptrdiff_t>(b * memory.controls() + which * settings.width + h * width);
          return Plain(first, first + static_cast<std::ptrdiff_t>(width));
        };
        PlainHead& head = plain[b * settings.heads + h];
        head.keys.push_back(of_unit_length(part(1)));
        head.values.push_back(part(2));
        const Plain read = head.read(of_unit_length(part(0)), scales[h], gates[h], settings);
        reads.insert(reads.end(), read.begin(), read.end());
      }
    INFO("step " << t);
    testing::check_close(testing::numbers(step.output), reads, "reads");
  }
}

}  // namespace

TEST_CASE("a Memorizing Transformer's memory is its equations") { check_memorizing({6, 2, 3, 2}); }

TEST_CASE("of several look-ups each takes the keys that the one before found as its query") {
  for (const size_t iterations : {2, 5}) check_memorizing({6, 2, 3, 2, iterations});
}

TEST_CASE("attention to the nearest: of as many as there are it is attention to all") {
  const std::vector<OpInput> inputs{{"query", 6, 1}, {"a", 12, 1}, {"b", 12, 1}, {"c", 12, 1}};
  using In = std::span<const Var>;
  testing::check_twins([](Tape&, In in) { return attend_nearest(in[0], in.subspan(1), 3, 3); },
                       [](Tape&, In in) { return attend(in[0], in.subspan(1), 3); }, inputs);
}

TEST_CASE("attention to the nearest: of equal keys the earlier; nothing is added for the others") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto step = [&](Real key, Real value) {
    const Real numbers[] = {key, value};
    return tape.constant(2, 1, 1, numbers);
  };
  const Var query = tape.filled(1, 1, 1, 1);
  const std::vector<Var> steps{step(-2, 100), step(1, 3), step(1, 50), step(0, 70)};
  CHECK(testing::numbers(attend_nearest(query, steps, 1, 1)) == std::vector<Real>{3});
  CHECK(testing::numbers(attend_nearest(query, steps, 1, 2))[0] == Approx(26.5));
  CHECK_THROWS_AS(attend_nearest(query, steps, 1, 0), ShapeError);
  CHECK_THROWS_AS(attend_nearest(query, std::vector<Var>{}, 1, 1), ShapeError);
  CHECK_THROWS_AS(attend_nearest(query, std::vector<Var>{query}, 1, 1), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
