// Every controller takes tokens as it takes their one-hot columns, without materialising them.

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kVocabulary = 7, kEpisodes = 2, kSteps = 4, kReads = 3;

/// Outputs of all steps, and the gradient of the sum of their squares.
struct Ran {
  std::vector<Real> outputs, gradient;
};

Ran run_over(const Controller& controller, const ParameterStore& store, bool as_tokens) {
  const uint32_t chosen[kEpisodes * kSteps] = {3, 0, kNoToken, 3, 6, 6, 1, kNoToken};
  Ran ran;
  ran.gradient.resize(store.size(), 0);
  Tape tape;
  tape.begin(store, ran.gradient.data());
  std::vector<Real> one_hot(kVocabulary * kSteps * kEpisodes, 0);
  for (size_t i = 0; i < kEpisodes * kSteps; ++i)
    if (chosen[i] != kNoToken) one_hot[i * kVocabulary + chosen[i]] = 1;
  const Var x = as_tokens ? tape.tokens(kVocabulary, kSteps, kEpisodes, chosen)
                          : tape.constant(kVocabulary, kSteps, kEpisodes, one_hot.data());
  const Context context{tape, kEpisodes, testing::noise()};
  State state = controller.start(context);
  std::vector<Var> squares;
  for (size_t t = 0; t < kSteps; ++t) {
    const Var inputs[] = {columns(x, t, 1), tape.filled(kReads, 1, kEpisodes, Real(0.3))};
    const auto step = controller.step(context, std::span<const Var>(inputs), state);
    state = step.state;
    for (const Real value : testing::numbers(step.output)) ran.outputs.push_back(value);
    squares.push_back(sum(square(step.output)));
  }
  tape.backward(sum(beside(squares)));
  return ran;
}

}  // namespace

TEST_CASE("tokens are to every controller what their one-hot columns are") {
  for (const ControllerRow& row : controller_rows()) {
    INFO(row.info.name);
    Settings settings;
    for (const Option& option : row.info.options) settings.set(option.name, option.value);
    settings.set("controller.size", "8");
    ParameterStore store(1);
    const auto controller = row.make(settings, store, kVocabulary, kReads);
    const Ran tokens = run_over(*controller, store, true), columns = run_over(*controller, store, false);
    REQUIRE(tokens.outputs.size() == columns.outputs.size());
    for (size_t i = 0; i < tokens.outputs.size(); ++i)
      CHECK(tokens.outputs[i] == Approx(columns.outputs[i]).epsilon(1e-12).margin(1e-14));
    for (size_t i = 0; i < tokens.gradient.size(); ++i)
      CHECK(tokens.gradient[i] == Approx(columns.gradient[i]).epsilon(1e-11).margin(1e-12));
  }
}

TEST_CASE("tokens have no numbers: any other op refuses them") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const uint32_t chosen[] = {1, 2};
  const Var tokens = tape.tokens(30000, 2, 1, chosen);
  CHECK(tokens.rows == 30000);
  CHECK(tape.bytes_held() < 30000 * sizeof(Real));
  CHECK_THROWS_AS(square(tokens), ShapeError);
  const uint32_t beyond[] = {30000};
  CHECK_THROWS_AS(tape.tokens(30000, 1, 1, beyond), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
