// tapehead._engine: engine and laboratory as a module of Python. tapehead/*.py is what users see of it.
//
// The interpreter's lock is never held while the laboratory works: its threads call tasks that are written in Python.
// So what may call a task, or takes long, begins with Released; program(), which a process calls once, from its main
// thread, needs no more than py::gil_scoped_release.

#include <pybind11/stl.h>

#include "experiments/commands/program.hpp"
#include "python/engine/bindings.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_engine, module) {
  module.doc() = "Tapehead's engine and laboratory; import tapehead instead.";
  module.attr("version") = TAPEHEAD_VERSION;
  module.def("program", &tapehead::run_program, py::arg("arguments"), py::call_guard<py::gil_scoped_release>(),
             "Runs the program with these arguments; gives its exit status.");
  tapehead::bind_errors(module);
  tapehead::bind_options(module);
  tapehead::bind_batches(module);
  tapehead::bind_states(module);
  tapehead::bind_models(module);
  tapehead::bind_tasks(module);
  tapehead::bind_training(module);
  tapehead::bind_end(module);
}
