#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "autodiff/error.hpp"
#include "experiments/command.hpp"
#include "experiments/train_settings.hpp"

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
void list_presets() {
  for (const std::string& name : preset_names(presets_folder())) {
    std::ifstream file(presets_folder() / (name + ".ini"));
    std::string first;
    std::getline(file, first);
    print_line(name, first.starts_with("# ") ? first.substr(2) : "", "");
  }
}

}  // namespace

int list_command(const CommandLine& line, const std::vector<std::string>&) {
  std::vector<std::string> all;
  for (const Kind& k : kinds())
    if (all.empty() || all.back() != k.plural) all.push_back(k.plural);
  all.emplace_back("presets");
  const std::vector<std::string>& wanted = line.positionals.empty() ? all : line.positionals;
  for (const std::string& name : wanted)
    if (std::find(all.begin(), all.end(), name) == all.end()) throw InputError(unknown_name("list", name, all));
  for (const std::string& name : wanted) {
    fmt::print("{}\n", name);
    for (const Kind& k : kinds())
      if (k.plural == name)
        for (const PartInfo* part : declarations().parts(k.kind)) print_line(part->name, part->summary, part->source);
    if (name == "presets") list_presets();
  }
  return kDone;
}

}  // namespace tapehead
