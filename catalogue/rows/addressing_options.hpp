#pragma once
// The options that addressing schemes choose from for their rows, and how they fill a scheme's settings.

#include <string>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"
#include "memory/ntm/addressing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<Option> start_weighting_options();  ///< memory.start-weighting
std::vector<Option> shift_options();            ///< memory.shifts

/// memory.read-CONTROL-bias and memory.write-CONTROL-bias for each of "strength", "gate", "sharpening" that is named.
std::vector<Option> bias_options(const std::vector<std::string>& controls);

/// What the bias options say of the "read" or "write" heads; 0 where there is no such option.
HeadBiases head_biases(const Settings& s, const std::string& head);

/// Adds to `settings` what the live options say, the content look-up too. Throws InputError for settings that do not
/// go together.
void fill_addressing_settings(const Settings& s, AddressingSettings& settings, const Scope& scope);

}  // namespace tapehead::inline TAPEHEAD_REAL
