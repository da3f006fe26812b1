#include "models/catalogue.hpp"
#include "models/make_part.hpp"
#include "tasks/copy.hpp"
#include "tasks/file.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

const std::vector<TaskRow>& task_rows() {
  static const std::vector<TaskRow> rows = {
      {{"copy",
        "say random bit vectors again after a delimiter",
        "Graves, Wayne & Danihelka 2014, section 4.1",
        {Option::integer("task.bits", 8, 1, 1024, "bits of a vector"),
         Option::integer("task.min-length", 1, 1, 1000000, "least vectors of a sequence"),
         Option::integer("task.max-length", 20, 1, 1000000, "most vectors of a sequence"),
         Option::limits("task.length", {"task.min-length", "task.max-length"}, "vectors of every sequence")},
        {}},
       [](const Settings& s) {
         return std::make_unique<CopyTask>(
             CopySettings{s.size("task.bits"), s.size("task.min-length"), s.size("task.max-length")});
       }},
      {{"file",
        "a user's own sequences, from a CSV file",
        "this project (docs/own-sequences.md)",
        {Option::text("task.path", "", "CSV file: episode, in.1 …, out.1 … (an empty out cell is not scored)"),
         Option::real("task.held-out", 0.2, 0.01, 0.9,
                      "share of the episodes kept for validation and the final score")},
        {}},
       [](const Settings& s) {
         return std::make_unique<FileTask>(FileSettings{s.text("task.path"), s.real("task.held-out")});
       }},
  };
  return rows;
}

std::unique_ptr<Task> make_task(const Settings& settings) { return make_part(task_rows(), settings, "task", settings); }

}  // namespace tapehead::inline TAPEHEAD_REAL
