#include "catalogue/rows/transformer_options.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<Option> transformer_options(const std::string& owner) {
  return {
      Option::integer(owner + ".size", 64, 1, 65536, "of a token").checked_at("5"),
      Option::integer(owner + ".heads", 4, 1, 65536, "attention heads; they divide " + owner + ".size").checked_at("5"),
      Option::integer(owner + ".feedforward", 0, 0, 65536, "hidden units of a layer; 0: four times " + owner + ".size")
          .checked_at("8"),
      Option::choice(owner + ".positions", "sinusoidal", {"sinusoidal", "learned", "none"},
                     "what tells a step's place"),
      Option::integer(owner + ".max-steps", 512, 1, 65536, "with learned positions: steps of the longest sequence")
          .checked_at("12"),
      Option::choice(owner + ".activation", "gelu", {"gelu", "relu"}, "the hidden units' function"),
      Option::choice(owner + ".norm", "pre", {"pre", "post"},
                     "norms ahead of each half of a layer, or behind its sum as at first published"),
      Option::real(owner + ".dropout", 0, 0, 0.95, "of what each half of a layer adds, in training")
          .checked_at("0.25")};
}

TransformerLayerSettings transformer_layer_settings(const std::string& owner, const Settings& s) {
  TransformerLayerSettings settings;
  settings.size = s.size(owner + ".size");
  settings.heads = s.size(owner + ".heads");
  if (settings.size % settings.heads != 0)
    throw InputError(fmt::format("{0}.heads: got {1}; a divisor of {0}.size, which is {2}, is needed", owner,
                                 settings.heads, settings.size));
  const size_t hidden = s.size(owner + ".feedforward");
  settings.feedforward = hidden > 0 ? hidden : 4 * settings.size;
  settings.activation = activation_called(s.text(owner + ".activation"));
  settings.dropout = static_cast<Real>(s.real(owner + ".dropout"));
  settings.norm = s.text(owner + ".norm") == "pre" ? NormPlace::kPre : NormPlace::kPost;
  return settings;
}

Positions positions_setting(const std::string& owner, const Settings& s) {
  const std::string& name = s.text(owner + ".positions");
  return name == "sinusoidal" ? Positions::kSinusoidal : name == "learned" ? Positions::kLearned : Positions::kNone;
}

Activation activation_called(const std::string& name) {
  return name == "tanh"      ? Activation::kTanh
         : name == "sigmoid" ? Activation::kSigmoid
         : name == "relu"    ? Activation::kRelu
                             : Activation::kGelu;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
