#include "catalogue/catalogue.hpp"
#include "catalogue/rows/transformer_options.hpp"
#include "models/encoders/convolution_encoder.hpp"
#include "models/encoders/feedforward_encoder.hpp"
#include "models/encoders/lstmn_encoder.hpp"
#include "models/encoders/patch_encoder.hpp"
#include "models/encoders/recurrent_encoder.hpp"
#include "models/encoders/transformer_encoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

EncoderRow recurrent(const char* name, const char* summary, const char* source, RecurrentCell cell) {
  return {{name,
           summary,
           source,
           {Option::integer("encoder.size", 100, 1, 65536, "units a layer and direction").checked_at("5"),
            Option::integer("encoder.layers", 1, 1, 64, "layers").checked_at("2"),
            Option::flag("encoder.both-ways", false, "a layer reads from the end too (Schuster & Paliwal 1997)"),
            Option::real("encoder.dropout", 0, 0, 0.95, "of what a layer gives to the next, in training")
                .checked_at("0.25")},
           {}},
          [cell](const Settings& s, const Scope& scope, Layout x) {
            RecurrentEncoderSettings r;
            r.cell = cell;
            r.size = s.size("encoder.size");
            r.layers = s.size("encoder.layers");
            r.both_ways = s.flag("encoder.both-ways");
            r.dropout = static_cast<Real>(s.real("encoder.dropout"));
            return std::make_unique<RecurrentEncoder>(scope, r, x.size());
          }};
}

EncoderRow feedforward() {
  return {{"feedforward",
           "encoder: each step by itself, with its place",
           "Vaswani et al. 2017, section 3.5, without layers",
           {Option::integer("encoder.size", 64, 1, 65536, "numbers of an annotation").checked_at("6"),
            Option::choice("encoder.positions", "sinusoidal", {"sinusoidal", "learned", "none"},
                           "what tells a step's place"),
            Option::integer("encoder.max-steps", 512, 1, 65536, "with learned positions: steps of the longest source")
                .checked_at("9")},
           {}},
          [](const Settings& s, const Scope& scope, Layout x) {
            FeedforwardEncoderSettings f;
            f.size = s.size("encoder.size");
            f.positions = positions_setting("encoder", s);
            f.max_steps = s.size("encoder.max-steps");
            return std::make_unique<FeedforwardEncoder>(scope, f, x.size());
          }};
}

EncoderRow transformer() {
  std::vector<Option> options = transformer_options("encoder");
  options.insert(options.begin() + 1, Option::integer("encoder.layers", 2, 1, 64, "layers"));
  return {{"transformer", "encoder: tokens that attend to each other", "Vaswani et al. 2017", options, {}},
          [](const Settings& s, const Scope& scope, Layout x) {
            TransformerEncoderSettings t;
            static_cast<TransformerLayerSettings&>(t) = transformer_layer_settings("encoder", s);
            t.layers = s.size("encoder.layers");
            t.positions = positions_setting("encoder", s);
            t.max_steps = s.size("encoder.max-steps");
            return std::make_unique<TransformerEncoder>(scope, t, x.size());
          }};
}

EncoderRow lstmn() {
  return {{"lstmn",
           "encoder: layers of LSTM cells that attend to all their past states",
           "Cheng, Dong & Lapata 2016",
           {Option::integer("encoder.size", 100, 1, 65536, "cells a layer").checked_at("5"),
            Option::integer("encoder.layers", 1, 1, 64, "layers").checked_at("2")},
           {}},
          [](const Settings& s, const Scope& scope, Layout x) {
            return std::make_unique<LstmnEncoder>(
                scope, LstmnSettings{s.size("encoder.size"), s.size("encoder.layers")}, x.size());
          }};
}

EncoderRow patches() {
  std::vector<Option> options = transformer_options("encoder");
  std::erase_if(options, [](const Option& option) { return option.name == "encoder.max-steps"; });
  options.insert(
      options.begin(),
      {Option::integer("encoder.stem", 0, 0, 16,
                       "layers of convolution of stride 2 ahead of patches (Xiao et al. 2021); 0: none")
           .checked_at("1"),
       Option::integer("encoder.stem-kernel", 4, 1, 255,
                       "pixels of a window's side in the stem; even, so that it lies about the middle of its cell")
           .checked_at("3"),
       Option::integer("encoder.patch", 7, 1, 4096, "pixels of a patch's side, or cells of the stem's").checked_at("1"),
       Option::integer("encoder.layers", 2, 0, 64, "layers; 0: each patch by itself")});
  PartInfo info{
      "patches", "encoder: patches of a picture that attend to each other", "Dosovitskiy et al. 2021", options, {}};
  info.pictures = true;
  return {info, [](const Settings& s, const Scope& scope, Layout x) {
            PatchEncoderSettings p;
            static_cast<TransformerLayerSettings&>(p) = transformer_layer_settings("encoder", s);
            p.stem = s.size("encoder.stem");
            p.stem_kernel = static_cast<uint32_t>(s.size("encoder.stem-kernel"));
            p.patch = static_cast<uint32_t>(s.size("encoder.patch"));
            p.layers = s.size("encoder.layers");
            p.positions = positions_setting("encoder", s);
            return std::make_unique<PatchEncoder>(scope, p, x);
          }};
}

EncoderRow convolution_layers() {
  PartInfo info{
      "convolution",
      "encoder: layers of convolution over a picture",
      "LeCun et al. 1998; Springenberg et al. 2015",
      {Option::integer("encoder.size", 32, 1, 65536, "channels of the last layer; each before has half as many")
           .checked_at("5"),
       Option::integer("encoder.layers", 2, 1, 16, "layers").checked_at("1"),
       Option::integer(
           "encoder.kernel", 3, 1, 255,
           "pixels of a window's side; it lies about its cell's middle if it is even as the stride is, or odd"),
       Option::integer("encoder.stride", 2, 1, 255, "pixels from window to window, at each layer"),
       Option::choice("encoder.positions", "sinusoidal", {"sinusoidal", "learned", "none"},
                      "what tells a cell's place")},
      {}};
  info.pictures = true;
  return {info, [](const Settings& s, const Scope& scope, Layout x) {
            ConvolutionEncoderSettings c;
            c.size = s.size("encoder.size");
            c.layers = s.size("encoder.layers");
            c.kernel = static_cast<uint32_t>(s.size("encoder.kernel"));
            c.stride = static_cast<uint32_t>(s.size("encoder.stride"));
            c.positions = positions_setting("encoder", s);
            return std::make_unique<ConvolutionEncoder>(scope, c, x);
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
