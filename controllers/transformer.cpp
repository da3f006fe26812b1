#include "controllers/transformer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/ops/watch.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TransformerController::TransformerController(const Scope& scope, const TransformerSettings& settings, size_t x_size,
                                             size_t read_size)
    : TransformerController(scope / "transformer", settings, x_size + read_size) {}

TransformerController::TransformerController(const Scope& own, const TransformerSettings& settings, size_t inputs)
    : Controller(sizes(settings)),
      dropout_(settings.dropout),
      kind_(settings.positions),
      token_(own.add("token", settings.size, inputs + 1, unit_outputs(inputs))),
      positions_(own, settings.positions, settings.size, settings.max_steps, "controller.max-steps"),
      layers_([&] {
        std::vector<Layer> layers;
        const size_t ages = settings.positions == Positions::kRelative ? settings.max_distance + 1 : 0;
        for (size_t i = 0; i < settings.layers; ++i) {
          const Scope layer = own / fmt::format("layer-{}", i + 1);
          layers.push_back({{layer / "attention", settings, ages}, {layer / "feedforward", settings}});
        }
        return layers;
      }()),
      norm_(own, settings) {}

State TransformerController::start(const Context&) const { return {}; }

Controller::Step TransformerController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  const size_t before = past.size() / layers_.size(), now = before + 1;
  Var* remembered = tape.keep<Var>(layers_.size() * now);
  Var token = tokens(context, inputs, before);
  for (size_t i = 0; i < layers_.size(); ++i) {
    Var* own = remembered + i * now;
    const auto earlier = past.list(i, layers_.size());
    std::copy(earlier.begin(), earlier.end(), own);
    token = layers_[i].feedforward(context, layers_[i].attention.next(context, token, {own, now}, kind_));
  }
  const Var output = norm_(token);
  watch("hidden", output, kHidden);
  return {output, State(tape, {remembered, layers_.size() * now})};
}

Var TransformerController::whole(const Context& context, Var inputs) const {
  Var token = tokens(context, {&inputs, 1}, 0);
  for (const Layer& layer : layers_)
    token = layer.feedforward(context, layer.attention.causally(context, token, kind_));
  const Var output = norm_(token);
  watch_hidden(output);
  return output;
}

Var TransformerController::tokens(const Context& context, std::span<const Var> inputs, size_t first) const {
  const Var bare = linear(context.tape.parameter(token_), inputs);
  return dropout(positions_.added_to(bare, first), dropout_, context);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
