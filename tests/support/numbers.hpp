#pragma once
// Values as plain vectors, for comparison with a test's own results.

#include <cmath>
#include <vector>

#include "autodiff/check/gradient_check.hpp"
#include "autodiff/check/op_row.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// Elements of a value, item after item, column by column.
inline std::vector<Real> numbers(Window<const Real> w) {
  std::vector<Real> all;
  for (size_t b = 0; b < w.batch; ++b)
    for (size_t c = 0; c < w.cols; ++c) all.insert(all.end(), w.column(b, c), w.column(b, c) + w.rows);
  return all;
}
inline std::vector<Real> numbers(Var x) { return numbers(x.tape->value(x)); }

inline double logistic_of(double x) { return 1 / (1 + std::exp(-x)); }

/// Inputs drawn between their bounds.
inline std::vector<CheckedInput> drawn(const std::vector<OpInput>& inputs, size_t batch) {
  return draw_inputs({"", inputs, {}}, batch, 7);
}

/// Element (r, c) of item b of an input; an input of one item is repeated.
inline Real at(const CheckedInput& x, size_t b, size_t r, size_t c) {
  return x.values[((x.batch == 1 ? 0 : b) * x.cols + c) * x.rows + r];
}

/// A function's value, and the gradients of Σ weights ∘ value by each input, with weights 1, 2, 3 …
struct Outcome {
  size_t rows, cols;
  std::vector<Real> value;
  std::vector<std::vector<Real>> gradients;
};
inline Outcome run(const CheckedFunction& f, const std::vector<CheckedInput>& inputs) {
  Outcome outcome{};
  const ParameterStore none(0);
  Tape tape;
  Real recorded = 0;
  tape.begin(none, &recorded);
  std::vector<Var> given;
  for (const CheckedInput& x : inputs) outcome.gradients.emplace_back(x.values.size(), Real{0});
  for (size_t i = 0; i < inputs.size(); ++i)
    given.push_back(shift(tape.variable(inputs[i].rows, inputs[i].cols, inputs[i].batch, inputs[i].values.data(),
                                        outcome.gradients[i].data()),
                          0));
  const Var y = f(tape, given);
  outcome.rows = y.rows;
  outcome.cols = y.cols;
  outcome.value = numbers(y);
  std::vector<Real> weights(outcome.value.size());
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<Real>(i + 1);
  tape.backward(sum(multiply(y, tape.constant(y.rows, y.cols, y.batch(), weights.data()))));
  return outcome;
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
