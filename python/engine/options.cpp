// The rows of the option table as Python objects: signatures, help and stubs are made from them.

#include <pybind11/stl.h>

#include <map>

#include "experiments/files/share_folder.hpp"
#include "experiments/options/universe.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/training/train_settings.hpp"
#include "python/engine/bindings.hpp"

namespace py = pybind11;

namespace tapehead {
namespace {

const char* type_name(Option::Type type) {
  switch (type) {
    case Option::Type::kInteger:
    case Option::Type::kOdd:
    case Option::Type::kLimits: return "integer";
    case Option::Type::kReal: return "real";
    case Option::Type::kSpan: return "span";
    case Option::Type::kFlag: return "flag";
    case Option::Type::kChoice: return "choice";
    case Option::Type::kPart: return "part";
    case Option::Type::kParts:
    case Option::Type::kText: break;
  }
  return "text";
}

std::vector<std::string> names_of_parts(PartKind kind) {
  std::vector<std::string> names;
  for (const PartInfo* row : declarations().rows(kind)) names.push_back(row->name);
  return names;
}

/// All options by name, in the order of the table; one that several parts have as the first of them declares it.
py::list options() {
  py::list all;
  for (const auto& [name, declared] : all_declarations(declarations())) {
    const Option& option = *declared.front().option;
    py::dict row;
    row["name"] = name;
    row["type"] = type_name(option.type);
    row["default"] = option.value;
    row["help"] = option.help;
    row["accepts"] = option.type == Option::Type::kPart ? "" : accepted_values(option);
    row["choices"] = option.type == Option::Type::kPart ? names_of_parts(option.part) : option.choices;
    row["part"] = option.type == Option::Type::kPart ? std::string(kind_name(option.part)) : "";
    py::list owners, defaults;
    for (const auto& one : declared)
      if (one.row) {
        owners.append(py::make_tuple(std::string(kind_name(one.kind)), one.row->name));
        defaults.append(one.option->value);
      }
    row["owners"] = owners;
    row["defaults"] = defaults;
    all.append(row);
  }
  return all;
}

/// The catalogue: kind → a list of (name, summary, source).
py::dict parts() {
  py::dict all;
  for (const PartKind kind : kPartKinds) {
    py::list rows;
    for (const PartInfo* row : declarations().rows(kind))
      rows.append(py::make_tuple(row->name, row->summary, row->source));
    all[py::str(std::string(kind_name(kind)))] = rows;
  }
  return all;
}

}  // namespace

void bind_options(py::module_& module) {
  module.def("options", &options);
  module.def("parts", &parts);
  module.def("presets", [] { return preset_names(presets_folder()); });
  module.def("trained", &trained_names);
  module.def(
      "set_share", [](const std::string& folder) { set_share_folder(folder); }, py::arg("folder"));
}

}  // namespace tapehead
