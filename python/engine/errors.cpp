// Errors as exceptions of tapehead.errors, with the program's own text.

#include <filesystem>
#include <system_error>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "python/engine/bindings.hpp"

namespace py = pybind11;

namespace tapehead {
namespace {

// As long as the process: an exception may arrive while the interpreter ends.
PyObject* input_error = nullptr;
PyObject* diverged_error = nullptr;

void translate(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InputError& error) {
    PyErr_SetString(input_error, error.what());
  } catch (const ShapeError& error) {
    PyErr_SetString(input_error, error.what());
  } catch (const DivergedError& error) {
    PyErr_SetString(diverged_error, error.what());
  } catch (const std::filesystem::filesystem_error& error) {  // where a look at a path is no more than a question
    PyErr_SetString(input_error, FileError(error.path1(), "cannot be used", error.code().value()).what());
  } catch (const std::system_error& error) {
    PyErr_SetString(input_error, error.what());
  }
}

}  // namespace

void bind_errors(py::module_&) {
  const py::module_ errors = py::module_::import("tapehead.errors");
  input_error = py::object(errors.attr("InputError")).release().ptr();
  diverged_error = py::object(errors.attr("DivergedError")).release().ptr();
  py::register_exception_translator(&translate);
}

}  // namespace tapehead
