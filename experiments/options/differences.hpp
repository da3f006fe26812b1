#pragma once
// The options in which two runs differ.

#include <string>
#include <vector>

#include "experiments/options/configuration.hpp"

namespace tapehead {

/// The differences between an existing and a wanted layer: "train.batch: 16 there, 8 here; memory.slots: 128 there,
/// none here", the first few and the number of the others; empty where there are none. Options in `without` are
/// ignored.
std::string told_differences(const Layer& there, const Layer& here, const std::vector<std::string>& without = {});

}  // namespace tapehead
