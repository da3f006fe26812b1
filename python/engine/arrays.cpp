#include "python/engine/arrays.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"

namespace py = pybind11;

namespace tapehead {
namespace {

bool same_shape(const py::array& a, const py::array& b) {
  return a.ndim() == b.ndim() && std::equal(a.shape(), a.shape() + a.ndim(), b.shape());
}

py::array as_array(const py::object& arrived, const std::string& name) {
  try {
    py::array array = py::module_::import("numpy").attr("asarray")(arrived);
    if (std::string_view("biuf").find(array.dtype().kind()) != std::string_view::npos) return array;
    throw InputError(
        fmt::format("{}: got an array of {}; numbers are needed", name, py::cast<std::string>(py::str(array.dtype()))));
  } catch (const py::error_already_set&) {  // a ragged list, or nothing of numbers
    throw InputError(fmt::format("{}: got a {}; an array of numbers is needed", name,
                                 py::cast<std::string>(py::str(py::type::of(arrived).attr("__name__")))));
  }
}

}  // namespace

std::string shape_text(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", array.shape(i));
  return text + (array.ndim() == 1 ? ",)" : ")");
}

void assign(py::array view, const py::object& arrived, const std::string& name) {
  const py::array array = as_array(arrived, name);
  const bool of_tokens = view.dtype().kind() == 'u';
  if (of_tokens && array.dtype().kind() == 'f')
    throw InputError(fmt::format("{}: got an array of {}; whole numbers are needed", name,
                                 py::cast<std::string>(py::str(array.dtype()))));
  if (array.ndim() > 0 && !same_shape(array, view))
    throw InputError(
        fmt::format("{}: got an array of shape {}; {} is needed", name, shape_text(array), shape_text(view)));
  view.attr("__setitem__")(py::ellipsis(), array.attr("astype")(view.dtype()));
}

}  // namespace tapehead
