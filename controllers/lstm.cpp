#include "controllers/lstm.hpp"

#include <fmt/format.h>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "controllers/lstm_cell.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

LstmController::LstmController(const Scope& scope, const LstmSettings& settings, size_t x_size, size_t read_size)
    : Controller(sizes(settings)), size_(settings.size), skips_(settings.skips) {
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
  Var* state = context.tape.keep<Var>(2 * layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) {
    state[2 * i] = repeat(context.tape.parameter(layers_[i].h), context.batch);
    state[2 * i + 1] = repeat(context.tape.parameter(layers_[i].c), context.batch);
  }
  return State(context.tape, {state, 2 * layers_.size()});
}

Controller::Step LstmController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  Var* state = tape.keep<Var>(2 * layers_.size());
  Var* fed = tape.keep<Var>(inputs.size() + 2);  // x and reads, or the layer below, or x and that; then its own h
  std::copy(inputs.begin(), inputs.end(), fed);
  size_t count = inputs.size();
  for (size_t i = 0; i < layers_.size(); ++i) {
    fed[count] = past[2 * i];
    const Var preactivations = linear(tape.parameter(layers_[i].weights), {fed, count + 1});
    const Var cells = lstm_cell(preactivations, past[2 * i + 1]);
    const size_t above = skips_ ? 1 : 0;  // x stays
    fed[above] = state[2 * i] = columns(cells, 0, 1);
    state[2 * i + 1] = columns(cells, 1, 1);
    count = above + 1;
  }
  const Var output = this->output(tape, {state, 2 * layers_.size()});
  watch("hidden", output, kHidden);
  return {output, State(tape, {state, 2 * layers_.size()})};
}

/// The last layer's h, or with skips that of all, of h and c of each layer.
Var LstmController::output(Tape& tape, std::span<const Var> state) const {
  if (!skips_ || layers_.size() == 1) return state[state.size() - 2];
  Var* hidden = tape.keep<Var>(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) hidden[i] = state[2 * i];
  return stack({hidden, layers_.size()});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
