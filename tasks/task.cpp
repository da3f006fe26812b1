#include "tasks/task.hpp"

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

size_t Task::episodes(Split split, size_t) const {
  if (split == Split::kTest)
    throw InputError(
        "--split: got test; this task draws its episodes and has no test set: eval, final or validation "
        "is needed");
  return 0;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
