#include "catalogue/catalogue.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/transformer_options.hpp"
#include "controllers/armt.hpp"
#include "controllers/elman.hpp"
#include "controllers/feedforward.hpp"
#include "controllers/gru.hpp"
#include "controllers/lstm.hpp"
#include "controllers/lstmn.hpp"
#include "controllers/multiplicative.hpp"
#include "controllers/rmt.hpp"
#include "controllers/transformer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

template <class Part, class PartSettings>
ControllerRow controller_row(const char* name, const char* summary, const char* source,
                             const Bound<PartSettings>& options) {
  return {{name, summary, source, options.options(), {}},
          [options](const Settings& s, const Scope& scope, size_t x_size, size_t read_size) {
            return std::make_unique<Part>(scope, options.read(s), x_size, read_size);
          },
          [options](const Settings& s) { return Part::sizes(options.read(s)); }};
}

template <class Recurrent>
Bound<Recurrent> recurrent_options(const char* size) {
  return Bound<Recurrent>{}
      .integer("controller.size", &Recurrent::size, 1, 65536, size)
      .checked_at("5")
      .integer("controller.layers", &Recurrent::layers, 1, 64, "layers")
      .checked_at("2");
}

/// Of those whose preactivations get noise in training.
template <class Recurrent>
Bound<Recurrent> noisy_options(const char* size) {
  return recurrent_options<Recurrent>(size).real(
      "controller.noise", &Recurrent::noise, 0, 100,
      "deviation of uniform noise added to preactivations in training (Jim, Giles & Horne 1996)");
}

Bound<FeedforwardSettings> feedforward_options() {
  return Bound<FeedforwardSettings>{}
      .integer("controller.size", &FeedforwardSettings::size, 1, 65536, "hidden units")
      .checked_at("5")
      .choice("controller.activation", &FeedforwardSettings::activation,
              {{"tanh", Activation::kTanh}, {"sigmoid", Activation::kSigmoid}, {"relu", Activation::kRelu}},
              "the hidden units' function");
}

/// The row of a controller of Transformer layers.
template <class Part, class PartSettings>
ControllerRow layers_row(const char* name, const char* summary, const char* source,
                         const Bound<PartSettings>& options) {
  return {{name, summary, source, options.options(), {}},
          [options](const Settings& s, const Scope& scope, size_t x_size, size_t read_size) {
            return std::make_unique<Part>(scope, read_transformer("controller", options, s), x_size, read_size);
          },
          [options](const Settings& s) { return Part::sizes(options.read(s)); }};
}

ControllerRow transformer_row() {
  return layers_row<TransformerController>(
      "transformer", "each step a token, which attends to those before it",
      "Vaswani et al. 2017; norms ahead, Xiong et al. 2020",
      Bound<TransformerSettings>{}
          .with(token_options("controller"))
          .integer("controller.layers", &TransformerSettings::layers, 1, 64, "layers")
          .with(transformer_options<TransformerSettings>("controller", causal_position_words())));
}

/// memory_tokens: what these do.
Bound<SegmentSettings> segment_options(const char* memory_tokens) {
  return Bound<SegmentSettings>{}
      .with(token_options("controller"))
      .integer("controller.layers", &SegmentSettings::layers, 1, 64, "layers")
      .integer("controller.segment", &SegmentSettings::segment, 1, 65536, "steps of a segment")
      .checked_at("2")
      .integer("controller.memory-tokens", &SegmentSettings::memory_tokens, 1, 1024, memory_tokens)
      .checked_at("2")
      .with(transformer_options<SegmentSettings>("controller"));
}

ControllerRow rmt_row() {
  return layers_row<RmtController>(
      "rmt", "a transformer of segments, each of which gets memory tokens of the one before it",
      "Bulatov, Kuratov & Burtsev 2022", segment_options("tokens that a segment hands to the next"));
}

ControllerRow armt_row() {
  return layers_row<ArmtController>(
      "armt", "a transformer of segments, each layer of which reads what its memory tokens wrote in those before",
      "Rodkin, Kuratov, Bulatov & Burtsev 2024",
      Bound<ArmtSettings>{}
          .with(segment_options("tokens that each layer writes to its associations after a segment"))
          .integer("controller.key-size", &ArmtSettings::key_size, 1, 65536,
                   "numbers of a key of the associations, before its features")
          .checked_at("3")
          .integer("controller.nu", inside(&ArmtSettings::features, &Features::nu), 1, 64,
                   "with how many others each number of a key is multiplied; the key becomes 2·nu times as long")
          .checked_at("2"));
}

}  // namespace

const std::vector<ControllerRow>& controller_rows() {
  static const std::vector<ControllerRow> rows = {
      controller_row<LstmController>(
          "lstm", "layers of long short-term memory cells", "Hochreiter & Schmidhuber 1997; Gers et al. 2000",
          noisy_options<LstmSettings>("cells a layer")
              .flag("controller.skips", &LstmSettings::skips,
                    "the input feeds every layer, and all layers are the output (Graves 2013)")),
      controller_row<FeedforwardController>("feedforward", "one hidden layer; what it knows of the past, it has read",
                                            "Graves, Wayne & Danihelka 2014, section 3.4", feedforward_options()),
      controller_row<GruController>("gru", "layers of gated recurrent units",
                                    "Cho et al. 2014; the reset gate after the recurrent product",
                                    noisy_options<GruSettings>("units a layer")),
      controller_row<ElmanController>("elman", "layers of simple recurrent units, tanh of a product", "Elman 1990",
                                      noisy_options<ElmanSettings>("units a layer")),
      controller_row<MultiplicativeController>(
          "multiplicative", "recurrent layers whose weights from state to state depend on the input",
          "Sutskever, Martens & Hinton 2011",
          recurrent_options<MultiplicativeSettings>("units a layer")
              .integer("controller.factors", &MultiplicativeSettings::factors, 1, 65536, "products a layer")
              .checked_at("6")),
      controller_row<LstmnController>("lstmn",
                                      "layers of long short-term memory cells that attend to all their past states",
                                      "Cheng, Dong & Lapata 2016", recurrent_options<LstmnSettings>("cells a layer")),
      transformer_row(),
      rmt_row(),
      armt_row(),
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
