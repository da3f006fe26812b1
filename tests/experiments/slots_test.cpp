// Which trained models can have other memory slots is told by their parameters, for all parts alike, and scoring keeps
// to it.

#include "experiments/checkpoints/slots.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "catalogue/rows/write_rules.hpp"
#include "experiments/checkpoints/stored_model.hpp"
#include "experiments/scoring/evaluation_grid.hpp"
#include "experiments/training/scored_range.hpp"
#include "experiments/training/train_settings.hpp"
#include "tests/support/error_of.hpp"

namespace tapehead {
namespace {

/// The case's model for a task that is scored over lengths, more of which must be held than it has slots.
Configuration ranged(const Settings& settings, const std::map<std::string, std::string>& others = {}) {
  Layer layer = stored_layer(settings, "case");
  std::erase_if(layer.entries, [](const auto& entry) { return entry.first.starts_with("task."); });
  layer.entries["task"] = {"chomsky", "", ""};
  layer.entries["task.problem"] = {"reverse-string", "", ""};
  layer.entries["task.length"] = {"4", "", ""};
  for (const auto& [name, value] : others) layer.entries[name] = {value, "", ""};
  return resolve(declarations(), {layer});
}

SafetensorsFile file_of(const Settings& settings, const Spec& spec) {
  ParameterStore store(1);
  (void)make_model(settings, spec, store);
  SafetensorsFile file;
  add_tensors(file, kParameters, store, store.values());
  add_constants(file, store);
  return file;
}

/// The error of giving the file's parameters to a model with `slots`.
std::string error_with(const SafetensorsFile& file, Settings settings, const Spec& spec, size_t slots) {
  settings.set("memory.slots", std::to_string(slots));
  ParameterStore store(2);
  (void)make_model(settings, spec, store);
  return testing::error_of([&] { load_parameters(file, store, settings, spec, "file"); });
}

/// What of a case decides: its memory, and the settings of those that can be either.
std::string kind_of(const Settings& settings) {
  std::string kind = settings.text("memory");
  for (const auto& [option, usual] :
       {std::pair{"memory.rule", "delta"}, {"memory.init", "constant"}, {"memory.start-weighting", "one-hot"}})
    if (settings.has(option) && settings.text(option) != usual) kind += " " + settings.text(option);
  return kind;
}

TrainedModel without_model(const Configuration& configuration) {
  return {configuration, make_task(configuration.settings), nullptr, nullptr, 0};
}

}  // namespace

TEST_CASE(
    "slots can be more wherever a trained model's parameters fit one with more, and scores take more there alone") {
  std::set<std::string> growing, fixed;
  for (const ModelCase& one : small_models()) {
    const std::string& of = one.settings.text("model");
    const bool has_first = of == "memory-machine" && one.settings.text("controller") == controller_rows()[0].info.name;
    if (of != "mixer-stack" && !has_first) continue;
    const Configuration configuration = ranged(one.settings);
    const Settings& settings = configuration.settings;
    if (!settings.has("memory.slots")) continue;
    INFO(one.name);
    const TrainedModel trained = without_model(configuration);
    const Spec spec = trained.task->spec();
    const Task::ScoredRange range = *trained.task->scored_range();
    const size_t slots = settings.size("memory.slots");
    const TrainedModel longer = without_model(ranged(settings, {{"task.length", "60"}}));
    if (!configuration.counts("memory.slots")) {
      CHECK(range_slots(configuration, spec, range) == 0);
      CHECK(too_much(trained, longer, "x").empty());
      continue;
    }
    SafetensorsFile file;
    if (!testing::error_of([&] { file = file_of(settings, spec); }).empty()) continue;  // not a model for this task
    for (const size_t others : {slots + 3, slots + 1000, slots}) {
      const std::string error = error_with(file, settings, spec, others);
      if (slots_may_change(configuration, spec) || others == slots)
        CHECK(error.empty());
      else
        CHECK(error.starts_with(
            fmt::format("file: memory.slots: got {}; {} is needed, as in training: the shape of ", others, slots)));
    }
    if (slots_may_change(configuration, spec)) {
      growing.insert(kind_of(settings));
      CHECK(range_slots(configuration, spec, range) == slots + 2 * 500);
      CHECK(too_much(trained, longer, "x").ends_with("--memory.slots 60 is needed for that"));
    } else {
      fixed.insert(kind_of(settings));
      CHECK(range_slots(configuration, spec, range) == 0);
      CHECK(too_much(trained, longer, "x").empty());
    }
  }
  CHECK(fixed == std::set<std::string>{"fast-weights slots", "ntm learned", "ntm random", "token-turing"});
  for (const char* memory : {"ntm", "ntm decaying", "ntm uniform", "dnc", "lru", "sparse", "sparse-dnc",
                             "stack-superposed", "tape-told-length"})
    CHECK(growing.contains(memory));
}

TEST_CASE("what else differs from a file is not taken for slots") {
  const Configuration trained =
      ranged({}, {{"memory", "token-turing"}, {"memory.slots", "9"}, {"controller.size", "4"}});
  const Configuration wider = ranged(trained.settings, {{"memory.width", "11"}});
  const Spec spec = without_model(trained).task->spec();
  const SafetensorsFile file = file_of(trained.settings, spec);
  CHECK(error_with(file, wider.settings, spec, 9).find("memory.slots") == std::string::npos);
  CHECK(error_with(file, trained.settings, spec, 4).starts_with("file: memory.slots: got 4; 9 is needed, as in"));
}

}  // namespace tapehead
