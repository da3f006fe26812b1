#include "experiments/commands/manual/arguments.hpp"

#include <algorithm>

#include "experiments/files/share_folder.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/training/train_settings.hpp"

namespace tapehead {
namespace {

std::vector<std::string> names_of(PartKind kind) {
  std::vector<std::string> names;
  for (const PartInfo* row : declarations().rows(kind)) names.push_back(row->name);
  return names;
}

/// The values of an argument that the command calls `called`.
Values values_called(const std::string& called, const std::vector<std::string>& choices) {
  if (!choices.empty()) return {Values::Kind::kNames, called, choices};
  if (called == "PRESET") return {Values::Kind::kNames, called, preset_names(presets_folder())};
  if (called == "RUN") return {Values::Kind::kRun, called, trained_names()};
  if (called == "TASK") return {Values::Kind::kNames, called, names_of(PartKind::kTask)};
  return {called == "FILE"  ? Values::Kind::kFile
          : called == "DIR" ? Values::Kind::kFolder
                            : Values::Kind::kAny,
          called,
          {}};
}

Values values_of(const Option& option) {
  switch (option.type) {
    case Option::Type::kFlag: return {Values::Kind::kNames, "BOOL", {"true", "false"}};
    case Option::Type::kChoice: return {Values::Kind::kNames, "NAME", option.choices};
    case Option::Type::kPart: return {Values::Kind::kNames, "NAME", names_of(option.part)};
    case Option::Type::kReal: return {Values::Kind::kAny, "X", {}};
    case Option::Type::kParts: return {Values::Kind::kAny, "NAMES", {}};
    case Option::Type::kText:
      return {option.is_path ? Values::Kind::kFile : Values::Kind::kAny, option.is_path ? "FILE" : "TEXT", {}};
    case Option::Type::kInteger:
    case Option::Type::kOdd:
    case Option::Type::kSpan:
    case Option::Type::kLimits: break;
  }
  return {Values::Kind::kAny, "N", {}};
}

TypedOption typed(const CommandOption& option) {
  return {"--" + option.name, option.help,
          option.takes_value ? values_called(option.value, option.choices) : Values{Values::Kind::kNone, "", {}}};
}

void add_typed(std::vector<TypedOption>& all, const Option& option) {
  const std::string name = "--" + option.name;
  const Values values = values_of(option);
  const auto known = std::find_if(all.begin(), all.end(), [&](const auto& o) { return o.name == name; });
  if (known == all.end()) {
    all.push_back({name, option.help, values});
    return;
  }
  auto& names = known->values.names;
  for (const std::string& one : values.names)
    if (std::find(names.begin(), names.end(), one) == names.end()) names.push_back(one);
}

}  // namespace

std::vector<TypedOption> own_options(const Command& command) {
  std::vector<TypedOption> all;
  for (const CommandOption& option : command.options) all.push_back(typed(option));
  all.push_back(typed(help_option()));
  return all;
}

std::vector<TypedOption> setting_options() {
  std::vector<TypedOption> all;
  for (const Option& option : declarations().root) add_typed(all, option);
  for (const PartKind kind : kPartKinds)
    for (const PartInfo* row : declarations().rows(kind))
      for (const Option& option : row->options) add_typed(all, option);
  return all;
}

Values positional_values(const Command& command) {
  const auto& [name, least, most, choices] = command.positionals;
  return most == 0 ? Values{Values::Kind::kNone, "", {}} : values_called(name, choices);
}

}  // namespace tapehead
