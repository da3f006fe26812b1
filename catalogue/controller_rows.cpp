#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "controllers/feedforward.hpp"
#include "controllers/gru.hpp"
#include "controllers/lstm.hpp"
#include "controllers/transformer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Activation activation(const std::string& name) {
  return name == "tanh"      ? Activation::kTanh
         : name == "sigmoid" ? Activation::kSigmoid
         : name == "relu"    ? Activation::kRelu
                             : Activation::kGelu;
}

Positions positions(const std::string& name) {
  return name == "sinusoidal" ? Positions::kSinusoidal : name == "learned" ? Positions::kLearned : Positions::kNone;
}

TransformerSettings transformer_settings(const Settings& s) {
  TransformerSettings settings;
  settings.size = s.size("controller.size");
  settings.layers = s.size("controller.layers");
  settings.heads = s.size("controller.heads");
  if (settings.size % settings.heads != 0)
    throw InputError(fmt::format("controller.heads: got {}; a divisor of controller.size, which is {}, is needed",
                                 settings.heads, settings.size));
  const size_t hidden = s.size("controller.feedforward");
  settings.feedforward = hidden > 0 ? hidden : 4 * settings.size;
  settings.positions = positions(s.text("controller.positions"));
  settings.max_steps = s.size("controller.max-steps");
  settings.activation = activation(s.text("controller.activation"));
  settings.dropout = static_cast<Real>(s.real("controller.dropout"));
  return settings;
}

std::vector<Option> recurrent_options(const char* size) {
  return {Option::integer("controller.size", 100, 1, 65536, size).checked_at("5"),
          Option::integer("controller.layers", 1, 1, 64, "layers").checked_at("2")};
}

std::vector<Option> lstm_options() {
  std::vector<Option> options = recurrent_options("cells a layer");
  options.push_back(Option::flag("controller.skips", false,
                                 "the input feeds every layer, and all layers are the output (Graves 2013)"));
  return options;
}

}  // namespace

const std::vector<ControllerRow>& controller_rows() {
  static const std::vector<ControllerRow> rows = {
      {{"lstm",
        "layers of long short-term memory cells",
        "Hochreiter & Schmidhuber 1997; Gers et al. 2000",
        lstm_options(),
        {}},
       [](const Settings& s, const Scope& scope, size_t x_size, size_t read_size) {
         return std::make_unique<LstmController>(
             scope, LstmSettings{s.size("controller.size"), s.size("controller.layers"), s.flag("controller.skips")},
             x_size, read_size);
       }},
      {{"feedforward",
        "one hidden layer; what it knows of the past, it has read",
        "Graves, Wayne & Danihelka 2014, section 3.4",
        {Option::integer("controller.size", 100, 1, 65536, "hidden units").checked_at("5"),
         Option::choice("controller.activation", "tanh", {"tanh", "sigmoid", "relu"}, "the hidden units' function")},
        {}},
       [](const Settings& s, const Scope& scope, size_t x_size, size_t read_size) {
         return std::make_unique<FeedforwardController>(
             scope, FeedforwardSettings{s.size("controller.size"), activation(s.text("controller.activation"))}, x_size,
             read_size);
       }},
      {{"gru",
        "layers of gated recurrent units",
        "Cho et al. 2014; the reset gate after the recurrent product",
        recurrent_options("units a layer"),
        {}},
       [](const Settings& s, const Scope& scope, size_t x_size, size_t read_size) {
         return std::make_unique<GruController>(
             scope, GruSettings{s.size("controller.size"), s.size("controller.layers")}, x_size, read_size);
       }},
      {{"transformer",
        "each step a token, which attends to those before it",
        "Vaswani et al. 2017; norms ahead, Xiong et al. 2020",
        {Option::integer("controller.size", 64, 1, 65536, "of a token").checked_at("5"),
         Option::integer("controller.layers", 2, 1, 64, "layers").checked_at("2"),
         Option::integer("controller.heads", 4, 1, 65536, "attention heads; they divide controller.size")
             .checked_at("5"),
         Option::integer("controller.feedforward", 0, 0, 65536,
                         "hidden units of a layer; 0: four times controller.size")
             .checked_at("8"),
         Option::choice("controller.positions", "sinusoidal", {"sinusoidal", "learned", "none"},
                        "what tells a step's place"),
         Option::integer("controller.max-steps", 512, 1, 65536, "with learned positions: steps of the longest sequence")
             .checked_at("12"),
         Option::choice("controller.activation", "gelu", {"gelu", "relu"}, "the hidden units' function"),
         Option::real("controller.dropout", 0, 0, 0.95, "of what each half of a layer adds, in training")
             .checked_at("0.25")},
        {}},
       [](const Settings& s, const Scope& scope, size_t x_size, size_t read_size) {
         return std::make_unique<TransformerController>(scope, transformer_settings(s), x_size, read_size);
       }},
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
