#include <fmt/format.h>

#include <fstream>

#include "experiments/commands/command.hpp"
#include "experiments/files/json.hpp"
#include "experiments/options/train_settings.hpp"

namespace tapehead {
namespace {

struct Kind {
  std::string plural;
  PartKind kind;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"tasks", PartKind::kTask},       {"models", PartKind::kModel},           {"controllers", PartKind::kController},
      {"memories", PartKind::kMemory},  {"addressings", PartKind::kAddressing}, {"attentions", PartKind::kSimilarity},
      {"attentions", PartKind::kFocus}, {"optimizers", PartKind::kOptimizer},   {"curricula", PartKind::kCurriculum}};
  return all;
}

void print_line(const std::string& name, const std::string& text, const std::string& source) {
  fmt::print("  {:24} {}{}\n", name, text, source.empty() ? "" : " (" + source + ")");
}

/// A preset's first comment line says what it is.
std::string preset_summary(const std::string& name) {
  std::ifstream file(presets_folder() / (name + ".ini"));
  std::string first;
  std::getline(file, first);
  return first.starts_with("# ") ? first.substr(2) : "";
}

Json option_json(const Option& option) {
  return {{"name", option.name}, {"default", option.value}, {"takes", accepted_values(option)}, {"help", option.help}};
}

/// One object a part or preset, those of each kind under its name.
Json as_json(const std::vector<std::string>& wanted) {
  Json all = Json::object();
  for (const std::string& name : wanted) {
    Json list = Json::list();
    for (const Kind& k : kinds()) {
      if (k.plural != name) continue;
      for (const PartInfo* part : declarations().parts(k.kind)) {
        Json options = Json::list();
        for (const Option& option : part->options) options.add(option_json(option));
        list.add({{"name", part->name}, {"summary", part->summary}, {"source", part->source}, {"options", options}});
      }
    }
    if (name == "presets")
      for (const std::string& preset : preset_names(presets_folder()))
        list.add({{"name", preset}, {"summary", preset_summary(preset)}});
    all.set(name, list);
  }
  return all;
}

}  // namespace

std::vector<std::string> listed_kinds() {
  std::vector<std::string> names;
  for (const Kind& k : kinds())
    if (names.empty() || names.back() != k.plural) names.push_back(k.plural);
  names.emplace_back("presets");
  return names;
}

int list_command(const CommandLine& line, const std::vector<std::string>&) {
  const std::vector<std::string> wanted = line.positionals.empty() ? listed_kinds() : line.positionals;
  if (line.has("json")) {
    fmt::print("{}\n", as_json(wanted).indented());
    return kDone;
  }
  for (const std::string& name : wanted) {
    fmt::print("{}\n", name);
    for (const Kind& k : kinds())
      if (k.plural == name)
        for (const PartInfo* part : declarations().parts(k.kind)) print_line(part->name, part->summary, part->source);
    if (name == "presets")
      for (const std::string& preset : preset_names(presets_folder())) print_line(preset, preset_summary(preset), "");
  }
  return kDone;
}

}  // namespace tapehead
