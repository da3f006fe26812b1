#pragma once
// The controller of simple recurrent layers.

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/ops/with_noise.hpp"
#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ElmanSettings {
  size_t size = 100;  ///< units a layer
  size_t layers = 1;
  Real noise = 0;  ///< deviation of what is added to preactivations in training
};

/// For each layer.
struct ElmanState {
  TAPEHEAD_VALUES(h);
};

/// Layers of simple recurrent units, h = tanh(W·[x; reads; h₋; 1]) (Elman 1990, "Finding structure in time", with tanh
/// for the logistic function), each fed by the one below; start states are learned, from zero. Weights of a layer:
/// H×(inputs + H + 1); they start as the LSTM's do: uniform within Glorot & Bengio's bound, for x apart from [reads;
/// h], biases at 0.
class ElmanController final : public Controller {
 public:
  /// x_size: features of the input; read_size: of all reads together.
  ElmanController(const Scope& scope, const ElmanSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const ElmanSettings& settings) {
    return {settings.size, std::vector<size_t>(settings.layers, settings.size)};
  }
  StateNames state_names() const override { return numbered(names_of<ElmanState>(), layers_.size()); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;
  std::optional<Var> output_in(Tape&, const State& state) const override { return state[layers_.size() - 1]; }

 private:
  struct Layer {
    Parameter weights, h;
  };

  Real noise_;
  std::vector<Layer> layers_;
};

inline ElmanController::ElmanController(const Scope& scope, const ElmanSettings& settings, size_t x_size,
                                        size_t read_size)
    : Controller(sizes(settings)), noise_(settings.noise) {
  for (size_t i = 0; i < settings.layers; ++i) {
    const Scope layer_scope = scope / (settings.layers == 1 ? "elman" : fmt::format("elman-{}", i + 1));
    const size_t below = i == 0 ? x_size : settings.size, beside = (i == 0 ? read_size : 0) + settings.size;
    Layer layer;
    layer.weights =
        layer_scope.add("weights", settings.size, below + beside + 1,
                        uniform_apart(below, glorot_bound(below, settings.size), glorot_bound(beside, settings.size)));
    layer.h = layer_scope.add("start-h", settings.size, 1, zeros());
    layers_.push_back(layer);
  }
}

inline State ElmanController::start(const Context& context) const {
  Var* state = context.tape.keep<Var>(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) state[i] = repeat(context.tape.parameter(layers_[i].h), context.batch);
  return State(context.tape, {state, layers_.size()});
}

inline Controller::Step ElmanController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  Var* state = tape.keep<Var>(layers_.size());
  Var* fed = tape.keep<Var>(inputs.size() + 1);  // x and reads, or the layer below; own h
  std::copy(inputs.begin(), inputs.end(), fed);
  size_t count = inputs.size();
  for (size_t i = 0; i < layers_.size(); ++i) {
    fed[count] = past.as<ElmanState>(i).h;
    const Var preactivations = linear(tape.parameter(layers_[i].weights), {fed, count + 1});
    fed[0] = state[i] = tanh(with_noise(preactivations, noise_, context));
    count = 1;
  }
  const Var output = state[layers_.size() - 1];
  watch("hidden", output, kHidden);
  return {output, State(tape, {state, layers_.size()})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
