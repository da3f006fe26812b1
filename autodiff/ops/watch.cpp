#include "autodiff/ops/watch.hpp"

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void see(const char* side, const char* name, Var value, const View& view) {
  const Tape& tape = *value.tape;
  tape.watcher()->see(tape.watch_scope.path + side + name, value, view);
}

}  // namespace

void watch(const char* name, Var value, const View& view) {
  if (value.tape->watcher()) see("", name, value, view);
}

void watch_heads(const char* name, Var value, const View& view) {
  if (!value.tape->watcher()) return;
  const size_t readers = value.tape->watch_scope.read_heads;
  if (readers > 0) see("read/", name, columns(value, 0, readers), view);
  if (value.cols > readers) see("write/", name, columns(value, readers, value.cols - readers), view);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
