#pragma once
// The mixers of a stack as model.mixers lists them, each with its settings.

#include <string>
#include <vector>

#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

inline constexpr const char* kAttentionMixer = "attention";

struct ListedMixer {
  std::string memory;  ///< a row's name; empty: attention
  Settings settings;   ///< its own: memory is chosen in them
};

/// The mixers of the list. The chosen memory ("memory", or its name) is made of the options of `settings`, which choose
/// it, any other of its defaults, and each of what its item says: an option's name stands for memory.NAME, and behind
/// attention for one of `attention_options`, model.NAME. Throws InputError for a name that is no memory, for an option
/// that the part lacks, and where the list does not name the chosen memory.
std::vector<ListedMixer> listed_mixers(const std::string& list, const std::string& chosen, const Settings& settings,
                                       const std::vector<Option>& attention_options);

/// Whether an item of model.mixers has slots of its own, for which memory.slots has no meaning.
bool mixers_have_slots(const Settings& settings);

}  // namespace tapehead::inline TAPEHEAD_REAL
