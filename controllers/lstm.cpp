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
    const Var cells = lstm_cell(with_noise(preactivations, noise_, context), last.c);
    const size_t above = skips_ ? 1 : 0;  // x is fed to every layer
    fed[above] = states[i].h = columns(cells, 0, 1);
    states[i].c = columns(cells, 1, 1);
    count = above + 1;
  }
  const std::span<const LstmState> all(states, layers_.size());
  const Var output = this->output(tape, all);
  watch("hidden", output, kHidden);
  return {output, State::of(tape, all)};
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
