#pragma once
// What a Transformer takes, whoever it belongs to.

#include <string>
#include <vector>

#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"
#include "controllers/positions.hpp"
#include "controllers/transformer_layers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// OWNER.size, .heads, .feedforward, .positions, .max-steps, .activation, .norm and .dropout; the number of layers is
/// the owner's own.
std::vector<Option> transformer_options(const std::string& owner);

/// Of those, what a layer is made by. Throws InputError where the heads do not divide the size.
TransformerLayerSettings transformer_layer_settings(const std::string& owner, const Settings& settings);
Positions positions_setting(const std::string& owner, const Settings& settings);

/// "tanh", "sigmoid", "relu" or "gelu".
Activation activation_called(const std::string& name);

}  // namespace tapehead::inline TAPEHEAD_REAL
