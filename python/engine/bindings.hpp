#pragma once
// The functions that fill the module tapehead._engine, a file of this folder each.

#include <pybind11/pybind11.h>

namespace tapehead {

void bind_errors(pybind11::module_& module);
void bind_options(pybind11::module_& module);
void bind_training(pybind11::module_& module);
void bind_batches(pybind11::module_& module);
void bind_states(pybind11::module_& module);
void bind_models(pybind11::module_& module);
void bind_tasks(pybind11::module_& module);
void bind_end(pybind11::module_& module);

}  // namespace tapehead
