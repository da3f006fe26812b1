#include "controllers/transformer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attention/multi_head.hpp"
#include "autodiff/dropout.hpp"
#include "autodiff/layer_norm.hpp"
#include "autodiff/linear.hpp"
#include "autodiff/watch.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// For inputs of about unit size, outputs of about unit size.
Initializer token_start(size_t inputs) { return uniform_apart(0, 0, std::sqrt(3.0 / static_cast<double>(inputs))); }

}  // namespace

TransformerController::TransformerController(const Scope& scope, const TransformerSettings& settings, size_t x_size,
                                             size_t read_size)
    : settings_(settings),
      token_(
          (scope / "transformer").add("token", settings.size, x_size + read_size + 1, token_start(x_size + read_size))),
      positions_(scope / "transformer", settings.positions, settings.size, settings.max_steps, "controller.max-steps") {
  const Scope own = scope / "transformer";
  const size_t size = settings.size;
  for (size_t i = 0; i < settings.layers; ++i) {
    const Scope layer = own / fmt::format("layer-{}", i + 1);
    layers_.push_back({add_half(layer / "attention", 3 * size, size),
                       add_half(layer / "feedforward", settings.feedforward, settings.feedforward)});
  }
  norm_ = add_norm(own / "norm");
}

TransformerController::Norm TransformerController::add_norm(const Scope& scope) const {
  const Parameter gain = scope.add("gain", settings_.size, 1, filled(1));
  return {gain, scope.add("bias", settings_.size, 1, zeros())};
}

TransformerController::Half TransformerController::add_half(const Scope& scope, size_t hidden_in,
                                                            size_t hidden_out) const {
  const Norm norm = add_norm(scope / "norm");
  const Parameter in = scope.add("weights", hidden_in, settings_.size + 1, glorot_with_bias());
  return {norm, in, scope.add("output-weights", settings_.size, hidden_out + 1, glorot_with_bias())};
}

State TransformerController::start(const Context&) const { return {}; }

Controller::Step TransformerController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  const size_t before = past.size() / layers_.size(), now = before + 1, size = settings_.size;
  Var* remembered = tape.keep<Var>(layers_.size() * now);
  Var token = tokens(context, inputs, before);
  for (size_t i = 0; i < layers_.size(); ++i) {
    Var* own = remembered + i * now;
    std::copy_n(past.begin() + i * before, before, own);
    token = through(context, layers_[i], token, [&](Var projected) {
      own[before] = rows(projected, size, 2 * size);
      return attend(rows(projected, 0, size), {own, now}, settings_.heads);
    });
  }
  const Var output = normalised(tape, norm_, token);
  watch("hidden", output, kHidden);
  return {output, State(tape, {remembered, layers_.size() * now})};
}

Var TransformerController::whole(const Context& context, Var inputs) const {
  Var token = tokens(context, {&inputs, 1}, 0);
  for (const Layer& layer : layers_)
    token = through(context, layer, token, [&](Var projected) { return attend_causally(projected, settings_.heads); });
  const Var output = normalised(context.tape, norm_, token);
  watch_hidden(output);
  return output;
}

Var TransformerController::tokens(const Context& context, std::span<const Var> inputs, size_t first) const {
  const Var bare = linear(context.tape.parameter(token_), inputs);
  return dropout(positions_.added_to(bare, first), settings_.dropout, context);
}

template <class Between>
Var TransformerController::through(const Context& context, const Half& half, Var token, Between between) const {
  Tape& tape = context.tape;
  const Var in = linear(tape.parameter(half.in), {normalised(tape, half.norm, token)});
  const Var out = linear(tape.parameter(half.out), {between(in)});
  return add(token, dropout(out, settings_.dropout, context));
}

template <class Attention>
Var TransformerController::through(const Context& context, const Layer& layer, Var token, Attention attention) const {
  const Var attended = through(context, layer.attention, token, attention);
  return through(context, layer.feedforward, attended, [&](Var x) { return activate(settings_.activation, x); });
}

Var TransformerController::normalised(Tape& tape, const Norm& norm, Var token) const {
  return layer_norm(token, tape.parameter(norm.gain), tape.parameter(norm.bias));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
