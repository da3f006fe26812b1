#include "catalogue/catalogue.hpp"
#include "catalogue/rows/transformer_options.hpp"
#include "controllers/feedforward.hpp"
#include "controllers/gru.hpp"
#include "controllers/lstm.hpp"
#include "controllers/lstmn.hpp"
#include "controllers/transformer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

FeedforwardSettings feedforward_settings(const Settings& s) {
  return {s.size("controller.size"), activation_called(s.text("controller.activation"))};
}

GruSettings gru_settings(const Settings& s) { return {s.size("controller.size"), s.size("controller.layers")}; }

LstmnSettings lstmn_settings(const Settings& s) { return {s.size("controller.size"), s.size("controller.layers")}; }

TransformerSettings transformer_settings(const Settings& s) {
  TransformerSettings settings;
  static_cast<TransformerLayerSettings&>(settings) = transformer_layer_settings("controller", s);
  settings.layers = s.size("controller.layers");
  settings.positions = positions_setting("controller", s);
  settings.max_steps = s.size("controller.max-steps");
  return settings;
}

std::vector<Option> transformer_controller_options() {
  std::vector<Option> options = transformer_options("controller");
  options.insert(options.begin() + 1, Option::integer("controller.layers", 2, 1, 64, "layers"));
  return options;
}

std::vector<Option> recurrent_options(const char* size) {
  return {Option::integer("controller.size", 100, 1, 65536, size).checked_at("5"),
          Option::integer("controller.layers", 1, 1, 64, "layers").checked_at("2")};
}

LstmSettings lstm_settings(const Settings& s) {
  return {s.size("controller.size"), s.size("controller.layers"), s.flag("controller.skips")};
}

std::vector<Option> lstm_options() {
  std::vector<Option> options = recurrent_options("cells a layer");
  options.push_back(Option::flag("controller.skips", false,
                                 "the input feeds every layer, and all layers are the output (Graves 2013)"));
  return options;
}

/// The row of a controller whose settings a function makes of the options.
template <class Part, class PartSettings>
ControllerRow row_of(PartInfo info, PartSettings (*settings)(const Settings&)) {
  return {std::move(info),
          [=](const Settings& s, const Scope& scope, size_t x_size, size_t read_size) {
            return std::make_unique<Part>(scope, settings(s), x_size, read_size);
          },
          [=](const Settings& s) { return Part::sizes(settings(s)); }};
}

}  // namespace

const std::vector<ControllerRow>& controller_rows() {
  static const std::vector<ControllerRow> rows = {
      row_of<LstmController>({"lstm",
                              "layers of long short-term memory cells",
                              "Hochreiter & Schmidhuber 1997; Gers et al. 2000",
                              lstm_options(),
                              {}},
                             lstm_settings),
      row_of<FeedforwardController>(
          {"feedforward",
           "one hidden layer; what it knows of the past, it has read",
           "Graves, Wayne & Danihelka 2014, section 3.4",
           {Option::integer("controller.size", 100, 1, 65536, "hidden units").checked_at("5"),
            Option::choice("controller.activation", "tanh", {"tanh", "sigmoid", "relu"}, "the hidden units' function")},
           {}},
          feedforward_settings),
      row_of<GruController>({"gru",
                             "layers of gated recurrent units",
                             "Cho et al. 2014; the reset gate after the recurrent product",
                             recurrent_options("units a layer"),
                             {}},
                            gru_settings),
      row_of<LstmnController>({"lstmn",
                               "layers of long short-term memory cells that attend to all their past states",
                               "Cheng, Dong & Lapata 2016",
                               recurrent_options("cells a layer"),
                               {}},
                              lstmn_settings),
      row_of<TransformerController>({"transformer",
                                     "each step a token, which attends to those before it",
                                     "Vaswani et al. 2017; norms ahead, Xiong et al. 2020",
                                     transformer_controller_options(),
                                     {}},
                                    transformer_settings),
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
