#pragma once
// Whether a trained model can have another number of memory slots: told from its parameters alone, whatever its parts.

#include <string>

#include "autodiff/files/safetensors.hpp"
#include "autodiff/tape/parameters.hpp"
#include "experiments/options/configuration.hpp"
#include "tasks/batch/spec.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Whether memory.slots can be changed after training: there are such, no mixer has slots of its own in their place,
/// and no parameter's shape depends on them. Such a model of another number is the same network with a larger memory;
/// any other is one of a fixed size. Throws InputError as make_model() does.
bool slots_may_change(const Configuration& configuration, const Spec& spec);

/// store: of a model made with these settings. Throws InputError, led by `where`, where the file's parameters were made
/// with other memory.slots, on which the shape of one of them depends.
void check_slots(const SafetensorsFile& file, const ParameterStore& store, const Settings& settings, const Spec& spec,
                 const std::string& where);

}  // namespace tapehead::inline TAPEHEAD_REAL
