#pragma once
// The options of Transformers, for any owner.

#include <string>

#include "catalogue/options/bound.hpp"
#include "controllers/positions.hpp"
#include "controllers/transformer_layers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Position codes, as typed.
Words<Positions> position_words();
/// With those that attention of a step to those before it tells.
Words<Positions> causal_position_words();

/// OWNER.size
Bound<TransformerLayerSettings> token_options(const std::string& owner);
/// OWNER.heads and OWNER.feedforward
Bound<TransformerLayerSettings> attention_options(const std::string& owner);
/// OWNER.activation, OWNER.norm and OWNER.dropout
Bound<TransformerLayerSettings> layer_options(const std::string& owner);

/// OWNER.heads and the options after it in --help; OWNER.places only where places may be drawn, OWNER.max-steps only
/// where there are positions up to it, OWNER.max-distance only where distances are told.
template <class Transformer>
Bound<Transformer> transformer_options(const std::string& owner, const Words<Positions>& positions = position_words()) {
  Bound<Transformer> all;
  all.with(attention_options(owner))
      .choice(owner + ".positions", &Transformer::positions, positions, "what tells a step's place");
  if constexpr (requires { &Transformer::drawn_places; })
    all.choice(owner + ".places", &Transformer::drawn_places, {{"counted", false}, {"drawn", true}},
               "steps are counted, or each episode's places are drawn from a range, in order (Ruoss et al. 2023)")
        .only_with(owner + ".positions", {"sinusoidal", "learned", "rotary"})
        .integer(owner + ".place-range", &Transformer::place_range, 1, 65536, "what places are drawn from")
        .checked_at("12")
        .only_with(owner + ".places", {"drawn"});
  if constexpr (requires { &Transformer::max_steps; })
    all.integer(owner + ".max-steps", &Transformer::max_steps, 1, 65536,
                "with learned positions: steps of the longest sequence")
        .checked_at("12");
  if constexpr (requires { &Transformer::max_distance; })
    all.integer(owner + ".max-distance", &Transformer::max_distance, 1, 65536,
                "with relative positions: steps from which on all distances are alike")
        .checked_at("2");
  return all.with(layer_options(owner));
}

/// Throws InputError where the heads, an option's value, do not divide a size, another's.
void check_heads(const std::string& option, size_t heads, const std::string& size_option, size_t size);

/// Sets hidden units that are 0 to four times the size. Throws InputError where the heads do not divide the size.
void settle_layers(const std::string& owner, TransformerLayerSettings& settings);

/// The settings from the options, settled.
template <class Transformer>
Transformer read_transformer(const std::string& owner, const Bound<Transformer>& options, const Settings& settings) {
  Transformer transformer = options.read(settings);
  settle_layers(owner, transformer);
  return transformer;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
