#pragma once
// What lies in a folder, for the errors of readers that sought something else there.

#include <filesystem>
#include <string>

namespace tapehead {

/// "files such as qa1_test.txt (a file of stories in the bAbI format)", "folders such as cat"; empty for an empty
/// folder and for one that cannot be read.
std::string contents_of(const std::filesystem::path& folder);

/// What a path is that is no folder: "a PNG file"; "no folder" where its bytes do not tell, or nothing is there.
std::string what_it_is(const std::filesystem::path& path);

/// Throws InputError for a file: `x.png: is a PNG file; a folder of … is needed`. `needed` ends the message.
void refuse_file(const std::filesystem::path& path, const std::string& needed);

/// Whether macOS or a person hides that file or folder: ".DS_Store", "__MACOSX".
bool is_hidden_name(const std::string& name);

}  // namespace tapehead
