#pragma once
// What a person has written about a run, in a file of its own beside the run's: notes.json. No run is changed by it.

#include <filesystem>
#include <string>
#include <vector>

namespace tapehead {

struct RunNotes {
  std::string note;
  std::vector<std::string> tags;  ///< each once, sorted

  bool has(const std::string& tag) const;
};

/// Nothing where there is no such file. Throws InputError for one that is not ours.
RunNotes read_notes(const std::filesystem::path& run);

/// Without note and tags there is no file. Throws FileError.
void write_notes(const std::filesystem::path& run, const RunNotes& notes);

}  // namespace tapehead
