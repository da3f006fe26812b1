// An LSTM whose inputs are known before the first step, against its steps.

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "autodiff/ops/ops.hpp"
#include "controllers/lstm.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kInputs = 4, kReads = 3, kSteps = 3, kBatch = 2;

struct Ran {
  std::vector<Real> outputs, gradient, input_gradient;
};

Ran run_lstm(const ParameterStore& store, const LstmController& lstm, bool ahead) {
  std::vector<Real> given(kInputs * kSteps * kBatch);
  for (size_t i = 0; i < given.size(); ++i) given[i] = std::sin(static_cast<Real>(i));
  Ran ran{{}, std::vector<Real>(store.size(), 0), std::vector<Real>(given.size(), 0)};
  Tape tape;
  Noise noise;
  tape.begin(store, ran.gradient.data());
  const Context context{tape, kBatch, noise};
  const Var inputs = tape.variable(kInputs, kSteps, kBatch, given.data(), ran.input_gradient.data());
  const Var reads = tape.constant(kReads, 1, kBatch, given.data());
  const Var all = ahead ? lstm.ahead(context, inputs) : inputs;
  State state = lstm.start(context);
  std::vector<Var> outputs;
  for (size_t t = 0; t < kSteps; ++t) {
    const Var column = columns(all, t, 1);
    const std::array both{column, reads};
    const Recurrent::Step step =
        ahead ? lstm.step_ahead(context, column, reads, state) : lstm.step(context, std::span<const Var>(both), state);
    outputs.push_back(step.output);
    state = step.state;
  }
  const Var joined = beside(outputs);
  ran.outputs = testing::numbers(joined);
  tape.backward(sum(square(joined)));
  return ran;
}

void check_alike(const std::vector<Real>& a, const std::vector<Real>& b) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) CHECK(std::abs(a[i] - b[i]) <= Real(1e-5) * (1 + std::abs(b[i])));
}

}  // namespace

TEST_CASE("an LSTM that sees its inputs ahead computes what its steps do") {
  for (const size_t layers : {1, 2}) {
    ParameterStore store{3};
    const LstmController lstm(Scope(store), {5, layers, false}, kInputs, kReads);
    REQUIRE(lstm.sees_ahead());
    const Ran ahead = run_lstm(store, lstm, true), steps = run_lstm(store, lstm, false);
    check_alike(ahead.outputs, steps.outputs);
    check_alike(ahead.gradient, steps.gradient);
    check_alike(ahead.input_gradient, steps.input_gradient);
    CHECK(std::any_of(steps.input_gradient.begin(), steps.input_gradient.end(), [](Real d) { return d != 0; }));
  }
}

TEST_CASE("an LSTM whose inputs feed every layer does not see them ahead") {
  ParameterStore store{3};
  CHECK_FALSE(LstmController(Scope(store), {5, 2, true}, kInputs, kReads).sees_ahead());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
