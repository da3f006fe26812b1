// The state of a model as a mapping of names to arrays.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "python/engine/arrays.hpp"
#include "python/engine/bindings.hpp"
#include "python/engine/model_state.hpp"

namespace py = pybind11;

namespace tapehead {
namespace {

std::vector<NamedNumbers> values_of(const SharedState& shared) {
  return named_values(shared.state->numbers, shared.state->kind->names);
}

std::vector<std::string> paths_of(const SharedState& shared) {
  std::vector<std::string> paths;
  for (const NamedNumbers& named : values_of(shared)) paths.push_back(named.path);
  return paths;
}

/// The part of a path after its last slash: "read_weights" of "memory/read_weights".
std::string_view last_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// The value of that name: a whole path, the same with _ for /, or its last part where no other path ends so.
const NamedNumbers* find(const std::vector<NamedNumbers>& values, std::string_view name) {
  const NamedNumbers* only = nullptr;
  size_t ends = 0;
  for (const NamedNumbers& named : values) {
    std::string flat = named.path;
    std::replace(flat.begin(), flat.end(), '/', '_');
    if (named.path == name || flat == name) return &named;
    if (last_of(named.path) != name) continue;
    only = &named;
    ++ends;
  }
  return ends == 1 ? only : nullptr;
}

/// The text for a name that is none: the short names are listed, where they are the only ones.
std::string unknown(const std::vector<NamedNumbers>& values, const std::string& name) {
  std::vector<std::string> valid;
  for (const NamedNumbers& named : values) {
    const std::string_view last = last_of(named.path);
    valid.emplace_back(find(values, last) ? last : named.path);
  }
  return unknown_name("state", printable(name), valid);
}

NamedNumbers get(const SharedState& shared, const std::string& name) {
  const auto values = values_of(shared);
  if (const NamedNumbers* found = find(values, name)) return *found;
  throw InputError(unknown(values, name));
}

py::array view(const SharedState& shared, const NamedNumbers& named) {
  const Carried::Value& value = named.value;
  return view_of_items(shared.state, value.numbers, value.batch, value.rows, value.cols);
}

void set(const SharedState& shared, const std::string& name, const py::object& arrived) {
  const NamedNumbers named = get(shared, name);
  assign(view(shared, named), arrived, "state: " + named.path);
}

std::string text(const SharedState& shared) {
  std::string all = fmt::format("<tapehead.State of {}:", shared.state->kind->model);
  for (const NamedNumbers& named : values_of(shared))
    all += fmt::format(" {} {}", named.path, shape_text(view(shared, named)));
  return all + ">";
}

/// Attributes as Python asks for them: names beyond the values are an AttributeError, as of any object.
py::array attribute(const SharedState& shared, const std::string& name) {
  const auto values = values_of(shared);
  if (const NamedNumbers* found = find(values, name)) return view(shared, *found);
  throw py::attribute_error(unknown(values, name));
}

}  // namespace

void bind_states(py::module_& module) {
  py::class_<SharedState>(module, "State",
                          "The state of a model after a step: named arrays, batch x rows x columns, which can be "
                          "changed in place or assigned. dict(state) takes them out; model.state(dict) makes one anew.")
      .def("__getattr__", &attribute)
      .def("__setattr__", &set)
      .def("__getitem__",
           [](const SharedState& s, const std::string& name) {
             try {
               return view(s, get(s, name));
             } catch (const InputError& error) {
               throw py::key_error(error.what());
             }
           })
      .def("__setitem__", &set)
      .def("__len__", [](const SharedState& s) { return values_of(s).size(); })
      .def("__iter__", [](const SharedState& s) { return py::iter(py::cast(paths_of(s))); })
      .def("__contains__", [](const SharedState& s, const std::string& n) { return find(values_of(s), n) != nullptr; })
      .def("keys", &paths_of)
      .def("__dir__", &paths_of)
      .def("__repr__", &text)
      .def("copy", [](const SharedState& s) { return SharedState{std::make_shared<ModelState>(*s.state)}; })
      .def_property_readonly("batch", [](const SharedState& s) { return s.state->batch; });
}

}  // namespace tapehead
