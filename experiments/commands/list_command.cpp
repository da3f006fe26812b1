#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>

#include "autodiff/files/json.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "catalogue/metrics/metric.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/terminal/terminal_width.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/options/configuration.hpp"
#include "experiments/runs/state_text.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/training/train_settings.hpp"
#include "tasks/data/text/percent.hpp"

namespace tapehead {
namespace {

struct KindRow {
  std::string plural;
  PartKind kind;
};

const std::vector<KindRow>& kinds() {
  static const std::vector<KindRow> all = {{"tasks", PartKind::kTask},
                                           {"models", PartKind::kModel},
                                           {"encoders", PartKind::kEncoder},
                                           {"controllers", PartKind::kController},
                                           {"memories", PartKind::kMemory},
                                           {"addressings", PartKind::kAddressing},
                                           {"attentions", PartKind::kDecoderAttention},
                                           {"attentions", PartKind::kSimilarity},
                                           {"attentions", PartKind::kNormaliser},
                                           {"optimizers", PartKind::kOptimizer},
                                           {"curricula", PartKind::kCurriculum}};
  return all;
}

/// A line, or as many as the terminal's width makes of it, which begin below the text.
void print_line(const std::string& name, const std::string& text, const std::string& source = "") {
  constexpr size_t kText = 27;  // where the text begins
  const std::string whole = text + (source.empty() ? "" : " (" + source + ")");
  const size_t columns = terminal_columns();
  fmt::print("  {:24} {}\n", name, columns == 0 ? whole : wrapped(whole, kText, columns));
}

/// The preset's first comment line is its summary.
std::string preset_summary(const std::string& name) {
  std::ifstream file(presets_folder() / (name + ".ini"));
  std::string first;
  std::getline(file, first);
  return first.starts_with("# ") ? first.substr(2) : "";
}

/// What a memory of that name carries at its options' defaults.
StateSize usual_state_of_memory(const std::string& memory) {
  const Settings settings = resolve(declarations(), {Layer{"list", true, {{"memory", {memory, "", ""}}}}}).settings;
  const auto row = std::find_if(memory_rows().begin(), memory_rows().end(),
                                [&](const MemoryRow& one) { return one.info.name == memory; });
  ParameterStore store(0);
  return state_size(*row->make(settings, store), store);
}

/// What a model of that name carries at its options' defaults, over the data of its gradient check; their pictures are
/// smaller than a usual glimpse, so one that sees them has a picture as fashion's.
StateSize usual_state_of_model(const std::string& model) {
  const Settings settings = resolve(declarations(), {Layer{"list", true, {{"model", {model, "", ""}}}}}).settings;
  const Spec spec = reads_pictures(settings) ? Spec::of_pictures({28, 28, 1}, 10) : checked_spec(settings);
  ParameterStore store(0);
  return state_size(*make_model(settings, spec, store), store, spec);
}

/// Of memories and models: StateSize, as it is by default.
std::optional<StateSize> usual_state(const PartInfo& part, PartKind kind) {
  if (kind == PartKind::kMemory) return usual_state_of_memory(part.name);
  if (kind == PartKind::kModel) return usual_state_of_model(part.name);
  return {};
}

Json option_json(const Option& option) {
  return {{"name", option.name}, {"default", option.value}, {"takes", accepted_values(option)}, {"help", option.help}};
}

/// The measurements for people: means over groups alone, where there are any.
std::vector<Measured> summed_up(const std::vector<Measured>& all) {
  std::vector<Measured> means;
  std::copy_if(all.begin(), all.end(), std::back_inserter(means), [](const Measured& m) { return m.find("failed"); });
  return means.empty() ? all : means;
}

std::string measured_text(const Measured& one) {
  const double *bits = one.find("bits"), *error = one.find("error"), *perfect = one.find("perfect"),
               *failed = one.find("failed");
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  if (bits) add(fmt::format("{:.4g} bits", *bits));
  const double* const over = one.find("over_oracle");
  if (over) add(fmt::format("{:.4g} over the oracle", *over));
  if (error) add(percent(*error, 100, 2) + " of the answers wrong");
  if (perfect && !over)  // where the oracle errs too, episodes with errors are no failure
    add(count_of(static_cast<uint64_t>(*perfect), one.episodes) + " episodes without an error");
  if (failed) add(fmt::format("{:g} tasks failed", *failed));
  return text;
}

/// A metric's properties beside its label.
std::string metric_text(const MetricRow& row) {
  std::string text = row.label();
  if (!row.better.empty()) text += fmt::format("; {} is better", row.better);
  if (!row.only_in.empty())
    text += row.only_in_eval() ? "; eval alone" : row.only_in == "final" ? "; eval and final scores" : "; of training";
  if (!row.goal_with.empty()) text += fmt::format("; the goal of a run that has {}", row.goal_with);
  return text;
}

Json metric_json(const MetricRow& row) {
  const auto text = [](std::string_view field) { return Json(std::string(field)); };
  return {{"name", text(row.name)},           {"words", text(row.words)},
          {"unit", text(row.unit)},           {"better", text(row.better)},
          {"kind", text(row.kind)},           {"only_in", text(row.only_in)},
          {"goal_with", text(row.goal_with)}, {"beside", text(row.beside ? "yes" : "")}};
}

void print_trained(const TrainedRow& row) {
  print_line(row.name, row.summary);
  print_line("", fmt::format("{} parameters, {:.0f} kB; made by tapehead train --preset {}{}{} --seed {}, {} sequences",
                             row.parameters, std::ceil(static_cast<double>(row.bytes) / 1000), row.preset,
                             row.options.empty() ? "" : " ", row.options, row.seed, row.sequences));
  print_line("", fmt::format("tapehead eval {} {}", row.name, row.evaluation));
  for (const Measured& one : summed_up(row.measured))
    print_line("", fmt::format("{:22} {}", one.setting.empty() ? "mean" : one.setting, measured_text(one)));
}

Json trained_json(const TrainedRow& row) {
  Json measured = Json::list();
  for (const Measured& one : row.measured) {
    Json setting{{"setting", one.setting}, {"episodes", one.episodes}};
    for (const auto& [metric, value] : one.metrics) setting.set(metric, value);
    measured.add(setting);
  }
  return {{"name", row.name},
          {"summary", row.summary},
          {"preset", row.preset},
          {"typed", row.options},
          {"seed", row.seed},
          {"sequences", row.sequences},
          {"parameters", row.parameters},
          {"bytes", row.bytes},
          {"evaluation", row.evaluation},
          {"measured", measured}};
}

/// One object per part, metric, preset or trained model, grouped by kind.
Json as_json(const std::vector<std::string>& wanted) {
  Json all = Json::object();
  for (const std::string& name : wanted) {
    Json list = Json::list();
    for (const KindRow& k : kinds()) {
      if (k.plural != name) continue;
      for (const PartInfo* part : declarations().parts(k.kind)) {
        Json options = Json::list();
        for (const Option& option : part->options) options.add(option_json(option));
        Json told{{"name", part->name}, {"summary", part->summary}, {"source", part->source}, {"options", options}};
        if (const auto state = usual_state(*part, k.kind)) tell_state(*state, told);
        list.add(told);
      }
    }
    if (name == "presets")
      for (const std::string& preset : preset_names(presets_folder()))
        list.add({{"name", preset}, {"summary", preset_summary(preset)}});
    if (name == "metrics")
      for (const MetricRow& row : metric_rows()) list.add(metric_json(row));
    if (name == "trained")
      for (const TrainedRow& row : trained_rows()) list.add(trained_json(row));
    all.set(name, list);
  }
  return all;
}

}  // namespace

std::vector<std::string> listed_kinds() {
  std::vector<std::string> names;
  for (const KindRow& k : kinds())
    if (names.empty() || names.back() != k.plural) names.push_back(k.plural);
  names.emplace_back("metrics");
  names.emplace_back("presets");
  names.emplace_back("trained");
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
    for (const KindRow& k : kinds())
      if (k.plural == name)
        for (const PartInfo* part : declarations().parts(k.kind)) {
          print_line(part->name, part->summary, part->source);
          if (const auto state = usual_state(*part, k.kind))
            print_line("", "state, as it is by default: " + state_text(*state));
        }
    if (name == "presets")
      for (const std::string& preset : preset_names(presets_folder())) print_line(preset, preset_summary(preset));
    if (name == "metrics")
      for (const MetricRow& row : metric_rows()) print_line(std::string(row.name), metric_text(row));
    if (name == "trained")
      for (const TrainedRow& row : trained_rows()) print_trained(row);
  }
  return kDone;
}

}  // namespace tapehead
