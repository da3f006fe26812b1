// Tasks of the program around this one, such as a Python interpreter's.

#include <algorithm>
#include <list>
#include <mutex>
#include <stdexcept>

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Configurations point to rows, so none is ever removed or moved; the newest of a name counts.
struct AddedTasks {
  std::mutex mutex;
  std::list<TaskRow> rows;
  std::vector<const TaskRow*> newest;
};

AddedTasks& added() {
  static AddedTasks all;
  return all;
}

}  // namespace

void add_task(TaskRow row) {
  for (const TaskRow& own : task_rows())
    if (own.info.name == row.info.name)
      throw std::invalid_argument("add_task: the catalogue has a task " + row.info.name);
  AddedTasks& all = added();
  const std::lock_guard lock(all.mutex);
  const TaskRow* const kept = &all.rows.emplace_back(std::move(row));
  std::erase_if(all.newest, [&](const TaskRow* other) { return other->info.name == kept->info.name; });
  all.newest.push_back(kept);
}

std::vector<const TaskRow*> added_tasks() {
  AddedTasks& all = added();
  const std::lock_guard lock(all.mutex);
  return all.newest;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
