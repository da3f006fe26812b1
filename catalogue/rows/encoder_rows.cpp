#include "catalogue/catalogue.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/transformer_options.hpp"
#include "models/encoders/convolution_encoder.hpp"
#include "models/encoders/feedforward_encoder.hpp"
#include "models/encoders/lstmn_encoder.hpp"
#include "models/encoders/patch_encoder.hpp"
#include "models/encoders/recurrent_encoder.hpp"
#include "models/encoders/transformer_encoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The row of an encoder of sequences.
template <class Part, class PartSettings>
EncoderRow encoder_row(const char* name, const char* summary, const char* source, const Bound<PartSettings>& options) {
  return {{name, summary, source, options.options(), {}}, [options](const Settings& s, const Scope& scope, Layout x) {
            return std::make_unique<Part>(scope, options.read(s), x.size());
          }};
}

EncoderRow recurrent(const char* name, const char* summary, const char* source, RecurrentCell cell) {
  using Recurrent = RecurrentEncoderSettings;
  return encoder_row<RecurrentEncoder>(
      name, summary, source,
      Bound<Recurrent>({.cell = cell})
          .integer("encoder.size", &Recurrent::size, 1, 65536, "units a layer and direction")
          .checked_at("5")
          .integer("encoder.layers", &Recurrent::layers, 1, 64, "layers")
          .checked_at("2")
          .flag("encoder.both-ways", &Recurrent::both_ways, "a layer reads from the end too (Schuster & Paliwal 1997)")
          .real("encoder.dropout", &Recurrent::dropout, 0, 0.95, "of what a layer gives to the next, in training")
          .checked_at("0.25"));
}

EncoderRow feedforward() {
  using Feedforward = FeedforwardEncoderSettings;
  return encoder_row<FeedforwardEncoder>(
      "feedforward", "encoder: each step by itself, with its place", "Vaswani et al. 2017, section 3.5, without layers",
      Bound<Feedforward>{}
          .integer("encoder.size", &Feedforward::size, 1, 65536, "numbers of an annotation")
          .checked_at("6")
          .choice("encoder.positions", &Feedforward::positions, position_words(), "what tells a step's place")
          .integer("encoder.max-steps", &Feedforward::max_steps, 1, 65536,
                   "with learned positions: steps of the longest source")
          .checked_at("9"));
}

EncoderRow lstmn() {
  return encoder_row<LstmnEncoder>("lstmn", "encoder: layers of LSTM cells that attend to all their past states",
                                   "Cheng, Dong & Lapata 2016",
                                   Bound<LstmnSettings>{}
                                       .integer("encoder.size", &LstmnSettings::size, 1, 65536, "cells a layer")
                                       .checked_at("5")
                                       .integer("encoder.layers", &LstmnSettings::layers, 1, 64, "layers")
                                       .checked_at("2"));
}

EncoderRow transformer() {
  const auto options = Bound<TransformerEncoderSettings>{}
                           .with(token_options("encoder"))
                           .integer("encoder.layers", &TransformerEncoderSettings::layers, 1, 64, "layers")
                           .with(transformer_options<TransformerEncoderSettings>("encoder"));
  return {{"transformer", "encoder: tokens that attend to each other", "Vaswani et al. 2017", options.options(), {}},
          [options](const Settings& s, const Scope& scope, Layout x) {
            return std::make_unique<TransformerEncoder>(scope, read_transformer("encoder", options, s), x.size());
          }};
}

EncoderRow patches() {
  using Patches = PatchEncoderSettings;
  const auto options =
      Bound<Patches>{}
          .integer("encoder.stem", &Patches::stem, 0, 16,
                   "layers of convolution of stride 2 ahead of patches (Xiao et al. 2021); 0: none")
          .checked_at("1")
          .integer("encoder.stem-kernel", &Patches::stem_kernel, 1, 255,
                   "pixels of a window's side in the stem; even, so that it lies about the middle of its cell")
          .checked_at("3")
          .integer("encoder.patch", &Patches::patch, 1, 4096, "pixels of a patch's side, or cells of the stem's")
          .checked_at("1")
          .integer("encoder.layers", &Patches::layers, 0, 64, "layers; 0: each patch by itself")
          .with(token_options("encoder"))
          .with(transformer_options<Patches>("encoder"));
  PartInfo info{"patches",
                "encoder: patches of a picture that attend to each other",
                "Dosovitskiy et al. 2021",
                options.options(),
                {}};
  info.pictures = true;
  return {info, [options](const Settings& s, const Scope& scope, Layout x) {
            return std::make_unique<PatchEncoder>(scope, read_transformer("encoder", options, s), x);
          }};
}

EncoderRow convolution_layers() {
  using Convolution = ConvolutionEncoderSettings;
  const auto options =
      Bound<Convolution>{}
          .integer("encoder.size", &Convolution::size, 1, 65536,
                   "channels of the last layer; each before has half as many")
          .checked_at("5")
          .integer("encoder.layers", &Convolution::layers, 1, 16, "layers")
          .checked_at("1")
          .integer("encoder.kernel", &Convolution::kernel, 1, 255,
                   "pixels of a window's side; it lies about its cell's middle if it is even as the stride is, or odd")
          .integer("encoder.stride", &Convolution::stride, 1, 255, "pixels from window to window, at each layer")
          .choice("encoder.positions", &Convolution::positions, position_words(), "what tells a cell's place");
  PartInfo info{"convolution",
                "encoder: layers of convolution over a picture",
                "LeCun et al. 1998; Springenberg et al. 2015",
                options.options(),
                {}};
  info.pictures = true;
  return {info, [options](const Settings& s, const Scope& scope, Layout x) {
            return std::make_unique<ConvolutionEncoder>(scope, options.read(s), x);
          }};
}

}  // namespace

const std::vector<EncoderRow>& encoder_rows() {
  static const std::vector<EncoderRow> rows = {
      recurrent("lstm", "encoder: layers of long short-term memory cells", "Sutskever, Vinyals & Le 2014",
                RecurrentCell::kLstm),
      recurrent("gru", "encoder: layers of gated recurrent units", "Cho et al. 2014; Bahdanau, Cho & Bengio 2015",
                RecurrentCell::kGru),
      feedforward(),
      transformer(),
      lstmn(),
      patches(),
      convolution_layers(),
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
