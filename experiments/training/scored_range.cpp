#include "experiments/training/scored_range.hpp"

#include <memory>

#include "autodiff/base/error.hpp"
#include "autodiff/tape/stored_parameters.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/checkpoints/slots.hpp"
#include "experiments/training/memory_limit_check.hpp"
#include "experiments/training/trainer.hpp"
#include "models/state_size.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kFinalValues = 10;           // of a range of 460 lengths
constexpr size_t kMostStateNumbers = 100000;  // 1,128 slots of 20 numbers have 22,560, their links 1.3 million

std::unique_ptr<Task> task_at(const Configuration& configuration, const Task::ScoredRange& range, size_t value) {
  return make_task(with_overrides(configuration, {{range.option, std::to_string(value)}}, "scored range").settings);
}

bool is_small(const Model& model, const ParameterStore& store, const Spec& spec) {
  return state_size(model, store, spec).numbers <= kMostStateNumbers;
}

}  // namespace

size_t range_slots(const Configuration& configuration, const Spec& spec, const Task::ScoredRange& range) {
  if (!configuration.counts("memory.slots")) return 0;
  const size_t slots = configuration.settings.size("memory.slots"),
               needed = task_at(configuration, range, range.to)->must_hold();
  return needed <= slots || !slots_may_change(configuration, spec) ? 0 : slots + 2 * needed;
}

std::optional<RangeScore> score_range(const StoredModel& stored, const Task& task, Scorer& scorer, size_t threads) {
  const auto range = task.scored_range();
  if (!range) return {};
  Configuration configuration = stored.configuration;
  if (const size_t slots = range_slots(configuration, task.spec(), *range); slots > 0)
    configuration = with_overrides(configuration, {{"memory.slots", std::to_string(slots)}}, "scored range");
  const Settings& settings = configuration.settings;
  const auto seed = static_cast<uint64_t>(settings.integer("seed"));
  ParameterStore store(seed);
  const std::unique_ptr<Model> model = make_model(settings, task.spec(), store);
  read_parameters(stored.file, store, stored.name);
  store.set_seen(stored.of_attempt);
  if (!is_small(*model, store, task.spec())) return {};
  RangeScore all;
  try {
    for (size_t i = 0; i < kFinalValues; ++i) {
      const size_t value = range->from + i * (range->to - range->from) / (kFinalValues - 1);
      const std::unique_ptr<Task> at = task_at(configuration, *range, value);
      check_scoring_memory({settings, *model, *at}, seed, Split::kFinal, kRangeEpisodes, threads);
      all.add(scorer.score(*model, store, *at, seed, Split::kFinal, kRangeEpisodes));
    }
  } catch (const InputError&) {  // positions learned for fewer steps, or too little memory
    return {};
  }
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
