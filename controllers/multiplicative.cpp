#include "controllers/multiplicative.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/scope.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The bound of uniform weights of `inputs` inputs of about unit size whose outputs are to be of about unit size.
double unit_bound(size_t inputs) { return std::sqrt(3.0 / static_cast<double>(std::max<size_t>(inputs, 1))); }

}  // namespace

MultiplicativeController::MultiplicativeController(const Scope& scope, const MultiplicativeSettings& settings,
                                                   size_t x_size, size_t read_size)
    : Controller(sizes(settings)) {
  const size_t units = settings.size, products = settings.factors;
  for (size_t i = 0; i < settings.layers; ++i) {
    const Scope layer_scope =
        scope / (settings.layers == 1 ? "multiplicative" : fmt::format("multiplicative-{}", i + 1));
    const size_t x = i == 0 ? x_size : 0, others = i == 0 ? read_size : units, below = x + others;
    Layer layer;
    layer.factors = layer_scope.add("factors", products, below + 1, uniform_apart(x, 1, unit_bound(others)));
    layer.own_weights = layer_scope.add("own-weights", products, units + 1, unit_outputs(units));
    layer.weights =
        layer_scope.add("weights", units, below + products + 1,
                        uniform_apart(below, glorot_bound(below, units), std::sqrt(3.0) * unit_bound(products)));
    layer.h = layer_scope.add("start-h", units, 1, zeros());
    layers_.push_back(layer);
  }
}

State MultiplicativeController::start(const Context& context) const {
  Var* state = context.tape.keep<Var>(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) state[i] = repeat(context.tape.parameter(layers_[i].h), context.batch);
  return State(context.tape, {state, layers_.size()});
}

Controller::Step MultiplicativeController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  Var* state = tape.keep<Var>(layers_.size());
  Var* fed = tape.keep<Var>(inputs.size() + 1);  // x and reads, or the layer below; the products
  std::copy(inputs.begin(), inputs.end(), fed);
  size_t count = inputs.size();
  for (size_t i = 0; i < layers_.size(); ++i) {
    const Var own = linear(tape.parameter(layers_[i].own_weights), {past.as<MultiplicativeState>(i).h});  // eq. 4
    fed[count] = multiply(linear(tape.parameter(layers_[i].factors), {fed, count}), own);
    fed[0] = state[i] = tanh(linear(tape.parameter(layers_[i].weights), {fed, count + 1}));  // eq. 5
    count = 1;
  }
  const Var output = state[layers_.size() - 1];
  watch("hidden", output, kHidden);
  return {output, State(tape, {state, layers_.size()})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
