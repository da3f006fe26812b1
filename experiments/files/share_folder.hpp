#pragma once
// Where the files lie that come with the program.

#include <filesystem>
#include <string>

namespace tapehead {

/// The folder `name` beside an installed program (../share/tapehead/NAME), where there is one; else `in_source`.
std::filesystem::path share_folder(const std::string& name, const std::filesystem::path& in_source);

/// Where the presets lie: beside an installed program (../share/tapehead/presets), else in the source tree.
std::filesystem::path presets_folder();

}  // namespace tapehead
