#pragma once
// Tasks where there are no files: in a browser.

#include <memory>
#include <string>

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct TaskWithoutFiles {
  std::unique_ptr<Task> task;
  std::string stand_in;  ///< what its episodes come from in place of files; empty: from where they always do
};

/// make_task(), small, and with something in place of the files that the settings name: drawn pictures, built-in
/// stories and texts, and of words with answers nothing but the corpus, so that they have to be typed. Throws
/// InputError for a task that is all in its file.
TaskWithoutFiles make_task_without_files(Settings settings, const KnownCorpus& corpus);

}  // namespace tapehead::inline TAPEHEAD_REAL
