#include "catalogue/rows/model_rows.hpp"
#include "catalogue/rows/transformer_options.hpp"
#include "models/speaking/transformer_encoder_decoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::unique_ptr<Model> make_transformer(const Settings& s, const Spec& spec, const Scope& scope) {
  TransformerEncoderDecoderSettings settings;
  static_cast<TransformerLayerSettings&>(settings) = transformer_layer_settings("model", s);
  settings.encoder_layers = s.size("model.encoder-layers");
  settings.decoder_layers = s.size("model.decoder-layers");
  settings.positions = positions_setting("model", s);
  settings.max_steps = s.size("model.max-steps");
  settings.tied = s.flag("model.tied");
  return std::make_unique<TransformerEncoderDecoder>(scope, spec, settings);
}

}  // namespace

ModelRow transformer_encoder_decoder_row() {
  std::vector<Option> options = transformer_options("model");
  options.push_back(Option::integer("model.encoder-layers", 2, 1, 64, "layers of what reads").checked_at("1"));
  options.push_back(Option::integer("model.decoder-layers", 2, 1, 64, "layers of what answers"));
  options.push_back(
      Option::flag("model.tied", false, "what is said is embedded by the weights that its logits are made by"));
  return {{"transformer-encoder-decoder",
           "tokens that attend to each other, to all of the source, and to what was said",
           "Vaswani et al. 2017",
           options,
           {},
           false,
           true},
          make_transformer};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
