#include "controllers/gru.hpp"

#include <fmt/format.h>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/ops/with_noise.hpp"
#include "controllers/gru_cell.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

GruController::GruController(const Scope& scope, const GruSettings& settings, size_t x_size, size_t read_size)
    : Controller(sizes(settings)), size_(settings.size), noise_(settings.noise) {
  for (size_t i = 0; i < settings.layers; ++i) {
    const Scope layer_scope = scope / (settings.layers == 1 ? "gru" : fmt::format("gru-{}", i + 1));
    const size_t below = i == 0 ? x_size : size_, reads = i == 0 ? read_size : 0, gates = 3 * size_;
    const double own_bound = glorot_bound(reads + size_, gates);
    Layer layer;
    layer.weights = layer_scope.add("weights", gates, below + reads + 1,
                                    uniform_apart(below, glorot_bound(below, gates), own_bound));
    layer.own_weights = layer_scope.add("own-weights", gates, size_ + 1, uniform_apart(0, 0, own_bound));
    layer.h = layer_scope.add("start-h", size_, 1, zeros());
    layers_.push_back(layer);
  }
}

State GruController::start(const Context& context) const {
  Var* state = context.tape.keep<Var>(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) state[i] = repeat(context.tape.parameter(layers_[i].h), context.batch);
  return State(context.tape, {state, layers_.size()});
}

Controller::Step GruController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  Var* state = tape.keep<Var>(layers_.size());
  std::span<const Var> below = inputs;
  for (size_t i = 0; i < layers_.size(); ++i) {
    const Var from_below = with_noise(linear(tape.parameter(layers_[i].weights), below), noise_, context);
    state[i] = next(tape, layers_[i], from_below, past.as<GruState>(i).h);
    below = {state + i, 1};
  }
  const Var output = state[layers_.size() - 1];
  watch("hidden", output, kHidden);
  return {output, State(tape, {state, layers_.size()})};
}

Var GruController::whole(const Context& context, Var inputs) const {
  Tape& tape = context.tape;
  const State first = start(context);
  Var* outputs = tape.keep<Var>(inputs.cols);
  Var below = inputs;
  for (size_t i = 0; i < layers_.size(); ++i) {
    const Var from_below = with_noise(linear(tape.parameter(layers_[i].weights), {below}), noise_, context);
    for (size_t t = 0; t < inputs.cols; ++t)
      outputs[t] = next(tape, layers_[i], columns(from_below, t, 1), t == 0 ? first.as<GruState>(i).h : outputs[t - 1]);
    below = beside({outputs, inputs.cols});
  }
  watch_hidden(below);
  return below;
}

Var GruController::next(Tape& tape, const Layer& layer, Var from_below, Var before) {
  return gru_cell(from_below, linear(tape.parameter(layer.own_weights), {before}), before);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
