#include "controllers/lstm.hpp"

#include <fmt/format.h>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/ops/with_noise.hpp"
#include "controllers/lstm_cell.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

LstmController::LstmController(const Scope& scope, const LstmSettings& settings, size_t x_size, size_t read_size)
    : Controller(sizes(settings)),
      size_(settings.size),
      x_size_(x_size),
      noise_(settings.noise),
      skips_(settings.skips) {
  for (size_t i = 0; i < settings.layers; ++i) {
    const Scope layer_scope = scope / (settings.layers == 1 ? "lstm" : fmt::format("lstm-{}", i + 1));
    const bool skip = skips_ && i > 0;
    const size_t below = i == 0 || skip ? x_size : size_;
    const size_t beside = (i == 0 ? read_size : skip ? size_ : 0) + size_;
    Layer layer;
    layer.weights =
        layer_scope.add("weights", 4 * size_, below + beside + 1,
                        uniform_apart(below, glorot_bound(below, 4 * size_), glorot_bound(beside, 4 * size_)));
    layer.h = layer_scope.add("start-h", size_, 1, zeros());
    layer.c = layer_scope.add("start-c", size_, 1, zeros());
    layers_.push_back(layer);
  }
}

State LstmController::start(const Context& context) const {
  LstmState* const states = context.tape.keep<LstmState>(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) {
    states[i].h = repeat(context.tape.parameter(layers_[i].h), context.batch);
    states[i].c = repeat(context.tape.parameter(layers_[i].c), context.batch);
  }
  return State::of(context.tape, std::span<const LstmState>(states, layers_.size()));
}

Controller::Step LstmController::step(const Context& context, Columns inputs, const State& past) const {
  return step(context, {}, inputs, past);
}

Var LstmController::ahead(const Context& context, Var inputs) const {
  return matmul(columns(context.tape.parameter(layers_[0].weights), 0, x_size_), inputs);
}

Controller::Step LstmController::step_ahead(const Context& context, Var column, Columns reads,
                                            const State& past) const {
  return step(context, column, reads, past);
}

Controller::Step LstmController::step(const Context& context, std::optional<Var> column, Columns inputs,
                                      const State& past) const {
  Tape& tape = context.tape;
  LstmState* const states = tape.keep<LstmState>(layers_.size());
  Var* fed = tape.keep<Var>(inputs.size() + 2);  // x and reads, or the layer below (after x, with skips); own h
  std::copy(inputs.begin(), inputs.end(), fed);
  size_t count = inputs.size();
  for (size_t i = 0; i < layers_.size(); ++i) {
    const auto last = past.as<LstmState>(i);
    fed[count] = last.h;
    const Var weights = tape.parameter(layers_[i].weights);
    const std::span<const Var> all(fed, count + 1);
    const Var preactivations = column && i == 0
                                   ? add(*column, linear(columns(weights, x_size_, weights.cols - x_size_), all))
                                   : linear(weights, all);
    states[i] = next(context, preactivations, last.c);
    const size_t above = skips_ ? 1 : 0;  // x is fed to every layer
    fed[above] = states[i].h;
    count = above + 1;
  }
  const std::span<const LstmState> all(states, layers_.size());
  const Var output = this->output(tape, all);
  watch("hidden", output, kHidden);
  return {output, State::of(tape, all)};
}

LstmState LstmController::next(const Context& context, Var preactivations, Var last) const {
  const Var cells = lstm_cell(with_noise(preactivations, noise_, context), last);
  return {columns(cells, 0, 1), columns(cells, 1, 1)};
}

Var LstmController::whole(const Context& context, Var inputs) const {
  Tape& tape = context.tape;
  const State first = start(context);
  Var* const hidden = tape.keep<Var>(layers_.size());
  Var fed[] = {inputs, {}};
  for (size_t i = 0; i < layers_.size(); ++i) {
    const bool both = skips_ && i > 0;  // x, and the layer below
    if (i > 0) fed[both ? 1 : 0] = hidden[i - 1];
    hidden[i] = through(context, layers_[i], std::span<const Var>(fed, both ? 2 : 1), first.as<LstmState>(i));
  }
  const Var output = skips_ ? stack({hidden, layers_.size()}) : hidden[layers_.size() - 1];
  watch_hidden(output);
  return output;
}

Var LstmController::through(const Context& context, const Layer& layer, Columns fed, LstmState last) const {
  Tape& tape = context.tape;
  const Var weights = tape.parameter(layer.weights);
  const size_t below = weights.cols - size_ - 1, steps = fed[0].cols;
  const bool at_once = below >= kWide && !tape.is_tokens(fed[0]);
  Var from_below, own;
  if (at_once) {
    from_below = matmul(columns(weights, 0, below), fed.size() == 1 ? fed[0] : stack(fed));
    own = columns(weights, below, size_ + 1);
  }
  Var* const step = tape.keep<Var>(fed.size() + 1);
  Var* const hidden = tape.keep<Var>(steps);
  for (size_t t = 0; t < steps; ++t) {
    tape.at_step(t + 1);
    for (size_t k = 0; k < fed.size(); ++k) step[k] = columns(fed[k], t, 1);
    step[fed.size()] = last.h;
    last =
        next(context,
             at_once ? add(columns(from_below, t, 1), linear(own, {last.h})) : linear(weights, {step, fed.size() + 1}),
             last.c);
    hidden[t] = last.h;
  }
  return beside({hidden, steps});
}

std::optional<Var> LstmController::output_in(Tape& tape, const State& state) const {
  LstmState* const layers = tape.keep<LstmState>(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) layers[i] = state.as<LstmState>(i);
  return output(tape, {layers, layers_.size()});
}

/// The last layer's h, or with skips every layer's.
Var LstmController::output(Tape& tape, std::span<const LstmState> layers) const {
  if (!skips_ || layers.size() == 1) return layers.back().h;
  Var* hidden = tape.keep<Var>(layers.size());
  for (size_t i = 0; i < layers.size(); ++i) hidden[i] = layers[i].h;
  return stack({hidden, layers.size()});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
