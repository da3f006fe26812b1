#include "models/encoders/transformer_encoder_layers.hpp"

#include <fmt/format.h>

#include "models/encoders/rollout.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TransformerEncoderLayers::TransformerEncoderLayers(const Scope& scope, const TransformerLayerSettings& settings,
                                                   size_t layers)
    : layers_([&] {
        std::vector<Layer> all;
        for (size_t i = 0; i < layers; ++i) {
          const Scope layer = scope / fmt::format("layer-{}", i + 1);
          all.push_back({{layer / "attention", settings}, {layer / "feedforward", settings}});
        }
        return all;
      }()),
      norm_(scope, settings) {}

Var TransformerEncoderLayers::operator()(const Context& context, Var tokens, std::optional<Var> there,
                                         std::optional<Var>* made_of) const {
  Tape& tape = context.tape;
  std::optional<Rollout> rollout;
  if (made_of && tape.watcher()) rollout.emplace(tape, tokens.cols, tokens.batch());
  for (size_t i = 0; i < layers_.size(); ++i) {
    const auto& [attention, feedforward] = layers_[i];
    Var weights;
    tokens = feedforward(context, attention.among(context, tokens, there, rollout ? &weights : nullptr));
    if (!rollout) continue;
    const Within layer(tape, fmt::format("layer-{}", i + 1).c_str());
    rollout->add_layer(weights, attention.heads());
  }
  if (rollout) *made_of = rollout->shares();
  return norm_(tokens);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
