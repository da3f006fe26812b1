#include "live/opened.hpp"

#include "autodiff/base/error.hpp"
#include "experiments/checkpoints/stored_model.hpp"
#include "live/without_files.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr const char* kWhere = "checkpoint";

/// The options that make a model, without those of training.
const Declarations& declarations() {
  static const Declarations all{{Option::a_part("task", PartKind::kTask, "copy", "what was learned"),
                                 Option::a_part("model", PartKind::kModel, "memory-machine", "what learned it"),
                                 Option::integer("seed", 1, 0, 9007199254740991, "of episodes")},
                                [](PartKind kind) { return part_infos(kind); }};
  return all;
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
  return begin == text.npos ? std::string_view() : text.substr(begin, end - begin + 1);
}

/// The lines of a resolved config.ini: NAME = VALUE.
Layer stored_lines(std::string_view text) {
  Layer layer{"config", false, {}};
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const size_t equals = line.find('=');
    if (equals == line.npos || line.front() == '#') continue;
    const std::string name(trimmed(line.substr(0, equals)));
    if (name.starts_with("train.")) continue;
    layer.entries[name] = {std::string(trimmed(line.substr(equals + 1))), "config: ", ""};
  }
  return layer;
}

Layer typed_layer(const Typed& options) {
  Layer layer{"typed", true, {}};
  for (const auto& [name, value] : options) layer.entries[name] = {value, "", ""};
  return layer;
}

}  // namespace

std::unique_ptr<Task> Opened::task_with(const Typed& options) const {
  const Configuration changed =
      resolve(declarations(), {stored_layer(configuration.settings, "machine"), typed_layer(options)});
  return make_task_without_files(changed.settings, corpus).task;
}

Opened open_model(std::string_view checkpoint, const Typed& options) {
  const SafetensorsFile file = from_bytes(checkpoint, kWhere);
  const auto config = file.metadata.find(kConfigText);
  if (config == file.metadata.end()) throw InputError("checkpoint: says no config; one as tapehead wrote it is needed");
  Opened opened;
  opened.configuration = resolve(declarations(), {stored_lines(config->second), typed_layer(options)});
  const Settings& settings = opened.configuration.settings;
  opened.corpus = corpus_of(file, kWhere);
  TaskWithoutFiles made = make_task_without_files(settings, opened.corpus);
  opened.task = std::move(made.task);
  opened.stand_in = std::move(made.stand_in);
  opened.store = std::make_unique<ParameterStore>(static_cast<uint64_t>(settings.integer("seed")));
  opened.model = make_model(settings, opened.task->spec(), *opened.store);
  load_parameters(file, *opened.store, settings, opened.task->spec(), kWhere);
  opened.store->set_seen(trained_for(file, kWhere).of_attempt);
  return opened;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
