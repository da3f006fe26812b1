#include "controllers/lstmn.hpp"

#include <fmt/format.h>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<LstmnLayer> lstmn_layers(const Scope& scope, const LstmnSettings& settings, size_t x_size, size_t read_size,
                                     bool deep) {
  std::vector<LstmnLayer> layers;
  for (size_t i = 0; i < settings.layers; ++i) {
    const Scope own = scope / (settings.layers == 1 ? "lstmn" : fmt::format("lstmn-{}", i + 1));
    const size_t x = i == 0 ? x_size : settings.size;
    layers.emplace_back(own, settings.size, i == 0 ? x + read_size : x, x, deep);
  }
  return layers;
}

LstmnController::LstmnController(const Scope& scope, const LstmnSettings& settings, size_t x_size, size_t read_size)
    : Controller(sizes(settings)), layers_(lstmn_layers(scope, settings, x_size, read_size)) {}

StateNames LstmnController::state_names() const {
  return names_of_layers(std::vector(layers_.size(), layers_[0].state_names()));
}

State LstmnController::start(const Context& context) const {
  State* layers = context.tape.keep<State>(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) layers[i] = layers_[i].start(context);
  return State::of_parts(context.tape, std::span<const State>(layers, layers_.size()));
}

Controller::Step LstmnController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  State* states = tape.keep<State>(layers_.size());
  Var* weights = tape.keep<Var>(layers_.size());
  std::span<const Var> below = inputs;
  for (size_t i = 0; i < layers_.size(); ++i) {
    const LstmnLayer::Step step = layers_[i].step(context, below, past.parts()[i]);
    states[i] = step.state;
    weights[i] = step.weights;
    Var* const hidden = tape.keep<Var>(1);
    *hidden = step.hidden;
    below = {hidden, 1};
  }
  if (tape.watcher()) watch("attention", beside({weights, layers_.size()}), kOwnPast);
  watch("hidden", below[0], kHidden);
  return {below[0], State::of_parts(tape, std::span<const State>(states, layers_.size()))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
