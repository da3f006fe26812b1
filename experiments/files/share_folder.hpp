#pragma once
// Folders of the files that come with the program.

#include <filesystem>
#include <string>

namespace tapehead {

/// The file of this program; empty where the system does not tell it.
std::filesystem::path own_program();

/// The folder `name` beside an installed program (../share/tapehead/NAME), if there is one; else `in_source`, a path
/// from the root of the source tree.
std::filesystem::path share_folder(const std::string& name, const std::string& in_source);

/// From now on share_folder() looks in that folder instead of beside the program, which is another's: Python's.
void set_share_folder(const std::filesystem::path& folder);
/// Whether that was said: this is no program by itself.
bool has_share_folder();

/// The presets: beside an installed program (../share/tapehead/presets), else in the source tree.
std::filesystem::path presets_folder();

}  // namespace tapehead
