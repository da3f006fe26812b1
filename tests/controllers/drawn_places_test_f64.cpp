// Places that are drawn for each episode (Ruoss et al. 2023): the draws, and a Transformer at such places against plain
// loops.

#include <catch2/catch.hpp>

#include <map>

#include "autodiff/base/error.hpp"
#include "controllers/transformer.hpp"
#include "tests/support/context.hpp"
#include "tests/support/plain_transformer.hpp"
#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::How;
using testing::largest;
using testing::largest_difference;

constexpr size_t kRange = 40, kDrawnSteps = 6, kDrawnEpisodes = 3;

/// The places of episodes of these lengths.
std::vector<std::vector<size_t>> drawn(const std::vector<uint32_t>& steps, size_t range, Noise& noise,
                                       Phase phase = Phase::kScoring) {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var places = drawn_places({tape, steps.size(), noise, phase, {steps, {}}}, range, "places");
  const auto all = testing::numbers(places);
  std::vector<std::vector<size_t>> of_each;
  for (size_t b = 0; b < steps.size(); ++b) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(b * range);
    of_each.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(range));
  }
  return of_each;
}

TransformerSettings settings_of(Positions positions) {
  TransformerSettings settings;
  settings.size = 12;
  settings.layers = 2;
  settings.heads = 2;
  settings.feedforward = 8;
  settings.positions = positions;
  settings.drawn_places = true;
  settings.place_range = kRange;
  return settings;
}

constexpr Positions kDrawn[] = {Positions::kSinusoidal, Positions::kLearned, Positions::kRotary};

}  // namespace

TEST_CASE("drawn places are as many as an episode's steps, in order, within the range; then the last again") {
  const std::vector<uint32_t> steps{1, 5, 17, 40};
  std::map<std::vector<size_t>, size_t> seen;
  for (uint64_t number = 0; number < 50; ++number) {
    Noise noise(3, Split::kTrain, 4 * number, 4);
    const auto places = drawn(steps, kRange, noise);
    for (size_t b = 0; b < steps.size(); ++b) {
      for (size_t t = 1; t < steps[b]; ++t) CHECK(places[b][t] > places[b][t - 1]);
      CHECK(places[b][steps[b] - 1] < kRange);
      for (size_t t = steps[b]; t < kRange; ++t) CHECK(places[b][t] == places[b][steps[b] - 1]);
    }
    CHECK(places[3][7] == 7);  // as many as there are
    ++seen[places[2]];
  }
  CHECK(seen.size() == 50);  // each episode has its own
}

TEST_CASE("every choice of places is equally likely") {
  constexpr size_t kDraws = 20000, kChoices = 10;  // two of five
  std::map<std::pair<size_t, size_t>, size_t> seen;
  for (uint64_t number = 0; number < kDraws; ++number) {
    Noise noise(5, Split::kTrain, number, 1);
    const auto places = drawn({2}, 5, noise)[0];
    ++seen[{places[0], places[1]}];
  }
  CHECK(seen.size() == kChoices);
  const double mean = double{kDraws} / kChoices, deviation = std::sqrt(mean * (1 - 1. / kChoices));
  for (const auto& [choice, count] : seen) CHECK(std::abs(static_cast<double>(count) - mean) < 5 * deviation);
}

TEST_CASE("an episode's places are a function of its own stream and length, in training and in scoring") {
  Noise three(3, Split::kTrain, 0, 3), alone(3, Split::kTrain, 1, 1), training(3, Split::kTrain, 1, 1);
  const auto together = drawn({9, 4, 30}, kRange, three);
  CHECK(drawn({4}, kRange, alone)[0] == together[1]);
  CHECK(drawn({4}, kRange, training, Phase::kTraining)[0] == together[1]);
}

TEST_CASE("a Transformer at drawn places is what plain loops give there") {
  for (const Positions positions : kDrawn) {
    const testing::Transformer net(settings_of(positions));
    const auto inputs = testing::some_inputs(kDrawnSteps, kDrawnEpisodes);
    const auto got = testing::run(net, How::kStepByStep, inputs, kDrawnSteps, kDrawnEpisodes).outputs;
    const auto places = drawn(std::vector<uint32_t>(kDrawnEpisodes, kDrawnSteps), kRange, testing::noise());
    for (size_t b = 0; b < kDrawnEpisodes; ++b) {
      testing::PlainTransformer plain(net.store, settings_of(positions));
      plain.places = places[b];
      std::vector<testing::Column> episode;
      for (size_t t = 0; t < kDrawnSteps; ++t) {
        const Real* x = inputs.data() + (b * kDrawnSteps + t) * testing::kFeatures;
        episode.emplace_back(x, x + testing::kFeatures);
      }
      const auto right = plain.run(episode);
      for (size_t t = 0; t < kDrawnSteps; ++t)
        for (size_t r = 0; r < 12; ++r)
          CHECK(got[(b * kDrawnSteps + t) * 12 + r] == Approx(right[t][r]).epsilon(1e-11).margin(1e-12));
    }
  }
}

TEST_CASE("a Transformer at drawn places step by step is the whole sequence at once, in value and gradient") {
  for (const Positions positions : kDrawn)
    for (const bool training : {false, true}) {
      const testing::Transformer net(settings_of(positions));
      const auto inputs = testing::some_inputs(kDrawnSteps, kDrawnEpisodes);
      const auto run = [&](How how) {
        Noise noise(8, Split::kTrain, 0, kDrawnEpisodes);
        return testing::run(net, how, inputs, kDrawnSteps, kDrawnEpisodes, training ? &noise : nullptr);
      };
      const auto stepwise = run(How::kStepByStep), whole = run(How::kAtOnce);
      CHECK(largest(stepwise.parameters) > 0.1);
      CHECK(largest_difference(stepwise.outputs, whole.outputs) < 1e-10);
      CHECK(largest_difference(stepwise.parameters, whole.parameters) < 1e-10 * (1 + largest(stepwise.parameters)));
      CHECK(largest_difference(stepwise.inputs, whole.inputs) < 1e-10 * (1 + largest(stepwise.inputs)));
    }
}

TEST_CASE("places drawn from as many as there are steps are counted ones") {
  for (const Positions positions : kDrawn) {
    TransformerSettings settings = settings_of(positions);
    settings.place_range = kDrawnSteps;
    const testing::Transformer from_all(settings);
    settings.drawn_places = false;
    settings.max_steps = kDrawnSteps;
    const testing::Transformer counted(settings);
    const auto inputs = testing::some_inputs(kDrawnSteps, kDrawnEpisodes);
    for (const How how : {How::kStepByStep, How::kAtOnce})
      CHECK(testing::run(from_all, how, inputs, kDrawnSteps, kDrawnEpisodes).outputs ==
            testing::run(counted, how, inputs, kDrawnSteps, kDrawnEpisodes).outputs);
  }
}

TEST_CASE("places are not drawn for more steps than the range has, nor for a number that is unknown") {
  const testing::Transformer net(settings_of(Positions::kSinusoidal));
  for (const How how : {How::kStepByStep, How::kAtOnce}) {
    CHECK_NOTHROW(testing::run(net, how, testing::some_inputs(kRange, 1), kRange, 1));
    CHECK_THROWS_WITH(
        testing::run(net, how, testing::some_inputs(kRange + 1, 1), kRange + 1, 1),
        "controller.place-range: got 40 and a sequence of 41 steps; as many places as steps are needed at "
        "least");
  }
  Tape tape;
  tape.begin(net.store, nullptr);
  CHECK_THROWS_WITH(
      net.controller.start({tape, 1, testing::noise()}),
      "controller.place-range: got 40, and a sequence whose number of steps is not known before its first; "
      "places that are counted are needed");
}

}  // namespace tapehead::inline TAPEHEAD_REAL
