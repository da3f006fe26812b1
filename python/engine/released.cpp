#include "python/engine/released.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "python/engine/bindings.hpp"

namespace py = pybind11;

namespace tapehead {
namespace {

std::atomic<bool> ends = false;
std::atomic<int> released = 0;  // the sections that are being worked off

void await_all() {
  ends = true;
  const py::gil_scoped_release free;
  while (released > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

bool interpreter_ends() { return ends; }

std::shared_ptr<void> work_underway() {
  ++released;
  std::shared_ptr<void> underway(&released, [](void*) { --released; });
  return ends ? nullptr : underway;
}

Released::Released() {
  ++released;
  state_ = PyEval_SaveThread();
}

Released::~Released() {
  PyEval_RestoreThread(state_);
  --released;
}

void bind_end(py::module_&) {
  const py::cpp_function none_in_child([] { released = 0; });  // a child has none of the other threads
  py::module_::import("os").attr("register_at_fork")(py::arg("after_in_child") = none_in_child);
  py::module_::import("atexit").attr("register")(py::cpp_function(&await_all));
}

}  // namespace tapehead
