#include "catalogue/options/bound.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/speaking/lstmn_encoder_decoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

ModelRow lstmn_encoder_decoder_row() {
  static const auto options = Bound<LstmnSettings>{}
                                  .integer("model.size", &LstmnSettings::size, 1, 65536, "cells a layer")
                                  .checked_at("4")
                                  .integer("model.layers", &LstmnSettings::layers, 1, 64, "layers")
                                  .checked_at("2");
  return {{"lstmn-encoder-decoder",
           "LSTM cells that attend to their past, and to what a reader left",
           "Cheng, Dong & Lapata 2016, section 4, deep fusion",
           options.options(),
           {},
           false,
           true},
          [](const Settings& s, const Spec& spec, const Scope& scope) {
            return std::make_unique<LstmnEncoderDecoder>(scope, spec, options.read(s));
          }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
