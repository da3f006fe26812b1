#pragma once
// Tasks without files, for browsers.

#include <memory>
#include <string>

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct TaskWithoutFiles {
  std::unique_ptr<Task> task;
  std::string stand_in;  ///< the source of its episodes in place of files; empty: the usual one
};

/// make_task(), small, with substitutes for the files that the settings name: drawn pictures, built-in stories and
/// texts. Of words with answers there is only the corpus, so questions have to be typed. Throws InputError for a task
/// that is wholly in its file.
TaskWithoutFiles make_task_without_files(Settings settings, const KnownCorpus& corpus);

}  // namespace tapehead::inline TAPEHEAD_REAL
