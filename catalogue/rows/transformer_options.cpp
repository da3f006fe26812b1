#include "catalogue/rows/transformer_options.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Words<Positions> position_words() {
  return {{"sinusoidal", Positions::kSinusoidal}, {"learned", Positions::kLearned}, {"none", Positions::kNone}};
}

Words<Positions> causal_position_words() {
  Words<Positions> words = position_words();
  words.insert(words.end(),
               {{"rotary", Positions::kRotary}, {"alibi", Positions::kAlibi}, {"relative", Positions::kRelative}});
  return words;
}

Bound<TransformerLayerSettings> token_options(const std::string& owner) {
  return Bound<TransformerLayerSettings>{}
      .integer(owner + ".size", &TransformerLayerSettings::size, 1, 65536, "of a token")
      .checked_at("5");
}

Bound<TransformerLayerSettings> attention_options(const std::string& owner) {
  TransformerLayerSettings unsettled;
  unsettled.feedforward = 0;
  return Bound<TransformerLayerSettings>(unsettled)
      .integer(owner + ".heads", &TransformerLayerSettings::heads, 1, 65536,
               "attention heads; they divide " + owner + ".size")
      .checked_at("5")
      .integer(owner + ".feedforward", &TransformerLayerSettings::feedforward, 0, 65536,
               "hidden units of a layer; 0: four times " + owner + ".size")
      .checked_at("8");
}

Bound<TransformerLayerSettings> layer_options(const std::string& owner) {
  return Bound<TransformerLayerSettings>{}
      .choice(owner + ".activation", &TransformerLayerSettings::activation,
              {{"gelu", Activation::kGelu}, {"relu", Activation::kRelu}}, "the hidden units' function")
      .choice(owner + ".norm", &TransformerLayerSettings::norm, {{"pre", NormPlace::kPre}, {"post", NormPlace::kPost}},
              "norms before each half of a layer (pre-norm), or after its sum as first published (post-norm)")
      .real(owner + ".dropout", &TransformerLayerSettings::dropout, 0, 0.95,
            "of what each half of a layer adds, in training")
      .checked_at("0.25");
}

void check_heads(const std::string& option, size_t heads, const std::string& size_option, size_t size) {
  if (size % heads != 0)
    throw InputError(
        fmt::format("{}: got {}; a divisor of {}, which is {}, is needed", option, heads, size_option, size));
}

void settle_layers(const std::string& owner, TransformerLayerSettings& settings) {
  check_heads(owner + ".heads", settings.heads, owner + ".size", settings.size);
  if (settings.feedforward == 0) settings.feedforward = 4 * settings.size;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
