#pragma once
// What people write about a run, in a separate file notes.json beside it; the run itself stays as it is.

#include <filesystem>
#include <string>
#include <vector>

namespace tapehead {

struct RunNotes {
  std::string note;
  std::vector<std::string> tags;  ///< each once, sorted

  bool has(const std::string& tag) const;
};

/// Empty where there is no such file. Throws InputError for one that is not ours.
RunNotes read_notes(const std::filesystem::path& run);

/// Removes the file where note and tags are empty. Throws FileError.
void write_notes(const std::filesystem::path& run, const RunNotes& notes);

}  // namespace tapehead
