#include "controllers/transformer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/ops/watch.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The beginning of the state where places are drawn.
struct PlacesState {
  TAPEHEAD_VALUES(places);  ///< of all steps, those to come too: 1×range
};

}  // namespace

TransformerController::TransformerController(const Scope& scope, const TransformerSettings& settings, size_t x_size,
                                             size_t read_size)
    : TransformerController(scope / "transformer", settings, x_size + read_size) {}

TransformerController::TransformerController(const Scope& own, const TransformerSettings& settings, size_t inputs)
    : Controller(sizes(settings)),
      dropout_(settings.dropout),
      place_range_(settings.drawn_places ? settings.place_range : 0),
      token_(own.add("token", settings.size, inputs + 1, unit_outputs(inputs))),
      positions_(own, settings.positions, settings.size, place_range_ > 0 ? place_range_ : settings.max_steps,
                 "controller.max-steps"),
      layers_([&] {
        std::vector<Layer> layers;
        for (size_t i = 0; i < settings.layers; ++i) {
          const Scope layer = own / fmt::format("layer-{}", i + 1);
          layers.push_back({{layer / "attention", settings, settings.positions, settings.max_distance},
                            {layer / "feedforward", settings}});
        }
        return layers;
      }()),
      norm_(own, settings) {}

Var TransformerController::draw(const Context& context) const {
  return drawn_places(context, place_range_, "controller.place-range");
}

StateNames TransformerController::state_names() const {
  const StateNames remembered{"", {}, numbered("keys_values", layers_.size())};
  return place_range_ > 0 ? joined(names_of<PlacesState>(), remembered) : remembered;
}

State TransformerController::start(const Context& context) const {
  if (place_range_ == 0) return {};
  return State::of(context.tape, PlacesState{draw(context)});
}

Controller::Step TransformerController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  const State all = place_range_ > 0 ? past.after<PlacesState>() : past;
  const size_t before = all.size() / layers_.size(), now = before + 1;
  const StepPlaces place = place_range_ > 0 ? StepPlaces(past.as<PlacesState>().places, before) : StepPlaces(before);
  Var* remembered = tape.keep<Var>(layers_.size() * now);
  Var token = tokens(context, inputs, place);
  for (size_t i = 0; i < layers_.size(); ++i) {
    Var* own = remembered + i * now;
    const auto earlier = all.list(i, layers_.size());
    std::copy(earlier.begin(), earlier.end(), own);
    token = layers_[i].feedforward(context, layers_[i].attention.next(context, token, {own, now}, place));
  }
  const Var output = norm_(token);
  watch("hidden", output, kHidden);
  const std::span<const Var> kept(remembered, layers_.size() * now);
  if (place_range_ == 0) return {output, State(tape, kept)};
  return {output, State::of(tape, past.as<PlacesState>(), kept)};
}

Var TransformerController::whole(const Context& context, Var inputs) const {
  const StepPlaces places = place_range_ > 0 ? StepPlaces(draw(context), 0) : StepPlaces(0);
  Var token = tokens(context, {&inputs, 1}, places);
  for (const Layer& layer : layers_)
    token = layer.feedforward(context, layer.attention.causally(context, token, places));
  const Var output = norm_(token);
  watch_hidden(output);
  return output;
}

Var TransformerController::tokens(const Context& context, std::span<const Var> inputs, const StepPlaces& places) const {
  const Var bare = linear(context.tape.parameter(token_), inputs);
  return dropout(positions_.added_to(bare, places), dropout_, context);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
