// The input–output Jacobian against central differences, for numbers and for tokens.

#include "models/jacobian/jacobian.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "autodiff/check/central_difference.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "tests/support/context.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/reversal.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::vector<double> logits(const Model& model, const ParameterStore& store, const Batch& batch) {
  Tape tape;
  tape.begin(store, nullptr);
  return testing::numbers(model.run({tape, 1, testing::noise()}, batch, 0).logits);
}

/// Compares each norm with that of the differences, one input number after the other.
void check(const Model& model, const ParameterStore& store, const Batch& episode) {
  const Jacobian got = input_output_jacobian(model, store, episode);
  REQUIRE(got.inputs.size() == episode.inputs.size());
  const size_t outputs = episode.outputs();
  double largest = 0;
  for (size_t input = 0; input < episode.inputs.size(); ++input) {
    const BatchStream& stream = episode.inputs[input];
    REQUIRE(got.inputs[input].norms.size() == got.steps.size() * stream.steps);
    for (size_t s = 0; s < stream.steps; ++s) {
      std::vector<double> squares(got.steps.size(), 0);
      for (size_t i = 0; i < stream.width(); ++i)
        for (size_t t = 0; t < got.steps.size(); ++t)
          for (size_t k = 0; k < outputs; ++k) {
            const auto at = [&](double step) {
              Batch moved = episode;
              BatchStream& own = moved.inputs[input];
              std::vector<Real> unused(own.width() * own.steps);
              own.ask_gradient(unused.data());  // tokens as numbers
              own.at(0, s)[i] += step;
              return logits(model, store, moved)[t * outputs + k];
            };
            const double slope = central_difference(at, kDifferenceStep);
            squares[t] += slope * slope;
          }
      for (size_t t = 0; t < got.steps.size(); ++t) {
        INFO(got.inputs[input].input << ", step " << s << " for the answer at " << got.steps[t]);
        CHECK(got.inputs[input].norms[t * stream.steps + s] ==
              Approx(std::sqrt(squares[t])).epsilon(1e-6).margin(1e-9));
        largest = std::max(largest, squares[t]);
        if (s > got.steps[t]) CHECK(squares[t] == 0);  // what comes later
      }
    }
  }
  CHECK(largest > 1e-4);
}

/// One episode of a batch of equally long ones.
Batch first_of(const Task& task, uint64_t number) { return testing::sampled(task, {1, Split::kEval, number, 1}, {}); }

}  // namespace

TEST_CASE("the Jacobian of a machine that reads numbers is that of differences") {
  for (const char* memory : {"ntm", "none"}) {
    INFO(memory);
    for (const ModelCase& one : small_models()) {
      if (!one.settings.has("memory") || one.settings.text("memory") != memory) continue;
      ParameterStore store(1);
      const auto model = make_model(one.settings, checked_spec(one.settings), store);
      testing::stir(store, Real(0.5));
      Batch episode;
      const Spec spec = checked_spec(one.settings);
      episode.resize(spec, 4, 1);
      Stream stream(1, Split::kCheck, Purpose::kTest, 0);
      for (Real& x : episode.inputs[0].values) x = stream.uniform(-1, 1);
      for (const size_t t : {2, 3}) std::fill_n(episode.scored(0, t), spec.outputs(), Real{1});
      check(*model, store, episode);
      break;
    }
  }
}

TEST_CASE("the Jacobian of a machine that reads tokens is that of differences") {
  const JoinedStreams task(std::make_unique<testing::Reversal>(3));
  ParameterStore store(1);
  const auto model = testing::small_speaker(task.spec(), store, 4);
  testing::stir(store, 1);
  check(*model, store, first_of(task, 1));
}

TEST_CASE("more outputs than one sweep has copies") {
  const Spec spec(2, 40);
  ParameterStore store(1);
  const auto model = testing::small_speaker(spec, store, 3);
  testing::stir(store, 1);
  Batch episode;
  episode.resize(spec, 2, 1);
  for (const size_t t : {0, 1}) {
    episode.input(0, t)[0] = 1;
    std::fill_n(episode.scored(0, t), spec.outputs(), Real{1});
  }
  check(*model, store, episode);
}

TEST_CASE("dense columns give what tokens give") {
  const JoinedStreams task(std::make_unique<testing::Reversal>());
  ParameterStore store(1);
  const auto model = testing::small_speaker(task.spec(), store, 4);
  testing::stir(store, 1);
  const Batch tokens = first_of(task, 0);
  Batch dense = tokens;
  std::vector<Real> unused(dense.inputs[0].width() * dense.inputs[0].steps);
  dense.inputs[0].ask_gradient(unused.data());
  const auto got = logits(*model, store, dense), right = logits(*model, store, tokens);
  for (size_t i = 0; i < right.size(); ++i) CHECK(got[i] == Approx(right[i]).epsilon(1e-12));
}

TEST_CASE("of several episodes there is no one Jacobian") {
  const JoinedStreams task(std::make_unique<testing::Reversal>());
  ParameterStore store(1);
  const auto model = testing::small_speaker(task.spec(), store, 4);
  CHECK_THROWS_AS(input_output_jacobian(*model, store, testing::sampled(task, {}, 2)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
