#include "catalogue/rows/model_rows.hpp"
#include "models/speaking/lstmn_encoder_decoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

ModelRow lstmn_encoder_decoder_row() {
  return {{"lstmn-encoder-decoder",
           "LSTM cells that attend to their past, and to what a reader left",
           "Cheng, Dong & Lapata 2016, section 4, deep fusion",
           {Option::integer("model.size", 100, 1, 65536, "cells a layer").checked_at("4"),
            Option::integer("model.layers", 1, 1, 64, "layers").checked_at("2")},
           {},
           false,
           true},
          [](const Settings& s, const Spec& spec, const Scope& scope) {
            return std::make_unique<LstmnEncoderDecoder>(scope, spec,
                                                         LstmnSettings{s.size("model.size"), s.size("model.layers")});
          }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
