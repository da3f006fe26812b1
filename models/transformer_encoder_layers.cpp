#include "models/transformer_encoder_layers.hpp"

#include <fmt/format.h>

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

Var TransformerEncoderLayers::operator()(const Context& context, Var tokens, Var there) const {
  for (const Layer& layer : layers_) tokens = layer.feedforward(context, layer.attention.among(context, tokens, there));
  return norm_(tokens);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
