#pragma once
// What a model carries from step to step, told.

#include <string>

#include "autodiff/files/json.hpp"
#include "models/state_size.hpp"

namespace tapehead {

/// "2722 numbers", "40 numbers and 42 more with each step", "3241 numbers, of which a step touches 470".
std::string state_text(const StateSize& size);

/// Adds state, state_each_step, state_each_said and state_touched (by the first step) to an object.
void tell_state(const StateSize& size, Json& json);

}  // namespace tapehead
