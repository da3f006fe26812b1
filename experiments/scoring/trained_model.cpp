#include "experiments/scoring/trained_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/rows/mixer_list.hpp"
#include "experiments/checkpoints/stored_model.hpp"
#include "experiments/runs/kept_options.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/training/train_settings.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

bool of_one_size(const Spec& a, const Spec& b) {
  return std::ranges::equal(a.inputs(), b.inputs()) && a.target == b.target;
}

/// Whether two tasks of one size call a token or a class differently.
bool named_otherwise(const Task& a, const Task& b) {
  const Spec spec = a.spec();
  for (uint32_t i = 0; spec.input().kind == StreamKind::kTokens && i < spec.features(); ++i)
    if (a.token_name(i) != b.token_name(i)) return true;
  for (uint32_t i = 0; spec.target.kind == StreamKind::kTokens && i < spec.outputs(); ++i)
    if (a.class_name(i) != b.class_name(i)) return true;
  return false;
}

/// Whether the layer chooses in words what the task is about: sizes, which numbers are, leave the symbols as they are.
bool chooses_words(const Configuration& configuration, const Layer& overrides) {
  return std::ranges::any_of(overrides.entries, [&](const auto& entry) {
    const Option* const option = configuration.find(entry.first);
    return entry.first.starts_with("task.") && option &&
           (option->type == Option::Type::kChoice || option->type == Option::Type::kText);
  });
}

/// Refuses the option that gives the task other inputs or outputs than those that the run was trained on.
[[noreturn]] void refuse_other_task(const Settings& stored, const Settings& asked, const Layer& overrides) {
  for (const auto& [name, entry] : overrides.entries)
    if (name.starts_with("task.") && stored.has(name) && asked.has(name) && stored.text(name) != asked.text(name))
      throw InputError(
          fmt::format("{}: got {}; {} is needed, which the run was trained on: others have other inputs or "
                      "outputs",
                      name, printable(asked.text(name)), printable(stored.text(name))));
  throw InputError("task: got a task with other inputs or outputs than those that the run was trained on");
}

/// memory.slots chooses nothing in an item of model.mixers that has slots of its own.
void refuse_idle_slots(const Settings& settings, const Layer& overrides) {
  if (overrides.entries.contains("memory.slots") && mixers_have_slots(settings))
    throw InputError(fmt::format("memory.slots: got {}; model.mixers ({}) has slots of its own, as many as in training",
                                 settings.text("memory.slots"), settings.text("model.mixers")));
}

}  // namespace

Configuration run_configuration(const std::filesystem::path& directory) {
  const RunDirectory run(directory);
  if (!std::filesystem::exists(run.config()))
    throw InputError(directory.string() +
                     ": holds no run (no config.ini); a directory made by tapehead train is needed");
  return resolve(declarations(), {kept_options(run.config())});
}

TrainedModel load_trained(const std::filesystem::path& directory, const Layer& overrides, const std::string& which) {
  TrainedModel trained;
  const Configuration stored = run_configuration(directory);
  trained.configuration =
      resolve(declarations(), {stored_layer(stored.settings, (directory / "config.ini").string()), overrides});
  const Settings& settings = trained.configuration.settings;
  const RunDirectory run(directory);
  const SafetensorsFile file = run.load(which, {"last", "previous", "best"});
  trained.task = make_task(settings, corpus_of(file, run.checkpoint(which).string()));
  trained.store = std::make_unique<ParameterStore>(static_cast<uint64_t>(settings.integer("seed")));
  trained.model = make_model(settings, trained.task->spec(), *trained.store);
  refuse_idle_slots(settings, overrides);
  const auto as_trained = [&] { return make_task(stored.settings, corpus_of(file, run.checkpoint(which).string())); };
  try {
    load_parameters(file, *trained.store, settings, trained.task->spec(), run.checkpoint(which).string());
  } catch (const InputError&) {
    if (of_one_size(as_trained()->spec(), trained.task->spec())) throw;
    refuse_other_task(stored.settings, settings, overrides);
  }
  if (chooses_words(trained.configuration, overrides))
    if (const auto was = as_trained();
        of_one_size(was->spec(), trained.task->spec()) && named_otherwise(*was, *trained.task))
      refuse_other_task(stored.settings, settings, overrides);
  const Trained counted = trained_for(file, run.checkpoint(which).string());
  trained.sequences = counted.sequences;
  trained.store->set_seen(counted.of_attempt);
  return trained;
}

std::string checkpoint_option(const CommandLine& line) {
  return line.has("checkpoint") ? line.own.at("checkpoint") : "best";
}

}  // namespace tapehead::inline TAPEHEAD_REAL
