#pragma once
// In which options two runs differ.

#include <string>
#include <vector>

#include "experiments/options/configuration.hpp"

namespace tapehead {

/// Between what is there and what is wanted: "train.batch: 16 there, 8 here; memory.slots: 128 there, none here", the
/// first few and how many more there are; empty where the two agree. Those of `without` do not count.
std::string told_differences(const Layer& there, const Layer& here, const std::vector<std::string>& without = {});

}  // namespace tapehead
