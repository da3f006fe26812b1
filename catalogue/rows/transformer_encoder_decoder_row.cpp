#include "catalogue/rows/model_rows.hpp"
#include "catalogue/rows/transformer_options.hpp"
#include "models/speaking/transformer_encoder_decoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

ModelRow transformer_encoder_decoder_row() {
  using Both = TransformerEncoderDecoderSettings;
  static const auto options =
      Bound<Both>{}
          .with(token_options("model"))
          .with(transformer_options<Both>("model"))
          .integer("model.encoder-layers", &Both::encoder_layers, 1, 64, "layers of what reads")
          .checked_at("1")
          .integer("model.decoder-layers", &Both::decoder_layers, 1, 64, "layers of what answers")
          .flag("model.tied", &Both::tied, "what is said is embedded by the weights that its logits are made by");
  return {{"transformer-encoder-decoder",
           "tokens that attend to each other, to all of the source, and to what was said",
           "Vaswani et al. 2017",
           options.options(),
           {},
           false,
           true},
          [](const Settings& s, const Spec& spec, const Scope& scope) {
            return std::make_unique<TransformerEncoderDecoder>(scope, spec, read_transformer("model", options, s));
          }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
