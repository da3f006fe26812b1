#include "experiments/runs/run_notes.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "autodiff/files/json.hpp"
#include "experiments/runs/run_directory.hpp"

namespace tapehead {

bool RunNotes::has(const std::string& tag) const { return std::find(tags.begin(), tags.end(), tag) != tags.end(); }

RunNotes read_notes(const std::filesystem::path& run) {
  const std::filesystem::path file = RunDirectory(run).notes();
  if (!std::filesystem::exists(file)) return {};
  const Json json = Json::read(file);
  if (!json.is_object())
    throw InputError(file.string() + ": is not a JSON object; the file as tapehead runs --note wrote it is needed");
  return {json.text("note").value_or(""), json.texts("tags").value_or(std::vector<std::string>())};
}

void write_notes(const std::filesystem::path& run, const RunNotes& notes) {
  RunNotes sorted = notes;
  std::sort(sorted.tags.begin(), sorted.tags.end());
  sorted.tags.erase(std::unique(sorted.tags.begin(), sorted.tags.end()), sorted.tags.end());
  if (sorted.note.empty() && sorted.tags.empty()) {
    remove_file(RunDirectory(run).notes());
    return;
  }
  write_atomically(RunDirectory(run).notes(),
                   Json{{"note", sorted.note}, {"tags", Json(sorted.tags)}}.indented() + "\n");
}

}  // namespace tapehead
