#include "autodiff/watch.hpp"

#include <string>

#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void watch_heads(const char* name, Var value) {
  Watcher* watcher = value.tape->watcher();
  if (!watcher) return;
  const size_t readers = value.tape->read_heads_in_view;
  if (readers > 0) watcher->see(std::string("read/") + name, columns(value, 0, readers));
  if (value.cols > readers) watcher->see(std::string("write/") + name, columns(value, readers, value.cols - readers));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
