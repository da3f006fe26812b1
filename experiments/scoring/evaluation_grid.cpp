#include "experiments/scoring/evaluation_grid.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "experiments/checkpoints/slots.hpp"

namespace tapehead {
namespace {

using Axes = std::vector<std::pair<std::string, std::vector<std::string>>>;

constexpr const char* kSlots = "memory.slots";
constexpr size_t kMostSettings = 10'000;  // more are taken for a typing error, as more values of one option are

/// Throws InputError where the axes have too many combinations.
void check_settings(const Axes& axes) {
  size_t settings = 1;
  for (const auto& [name, values] : axes)
    if (settings *= values.size(); settings > kMostSettings) {
      std::string factors;
      for (const auto& [option, all] : axes)
        factors += fmt::format("{}{} values of {}", factors.empty() ? "" : " times ", all.size(), option);
      throw InputError(fmt::format("eval: got {}; at most {} settings are needed", factors, kMostSettings));
    }
}

/// Every combination of the values; the last option varies fastest.
std::vector<Point> combinations(const Axes& axes) {
  check_settings(axes);
  std::vector<Point> points(1);
  for (const auto& [name, values] : axes) {
    std::vector<Point> longer;
    for (const Point& point : points)
      for (const std::string& value : values) {
        longer.push_back(point);
        longer.back().emplace_back(name, value);
      }
    points = std::move(longer);
  }
  return points;
}

}  // namespace

GridPoints make_grid(const Configuration& configuration, const Layer& typed, const Task& task) {
  const auto add_axis = [&](Axes& axes, const std::string& name, const std::string& text) {
    const Option* option = configuration.find(name);
    // For an option that does not exist, resolving gives the best error.
    axes.push_back({name, option ? expand_grid(*option, text) : std::vector<std::string>{text}});
  };
  Axes said;
  bool of_task = false;
  for (const auto& [name, entry] : typed.entries) {
    add_axis(said, name, entry.value);
    of_task = of_task || name.starts_with("task.");
  }
  const Task::EvalGrid own = task.eval_grid();
  if (of_task || own.empty()) return {combinations(said), false};
  GridPoints grid{{}, true};
  for (const auto& line : own) {
    Axes axes = said;
    for (const Task::Axis& axis : line) add_axis(axes, axis.option, axis.values);
    const std::vector<Point> more = combinations(axes);
    grid.points.insert(grid.points.end(), more.begin(), more.end());
  }
  return grid;
}

std::string too_much(const TrainedModel& as_trained, const TrainedModel& asked, const std::string& setting) {
  const size_t needed = asked.task->must_hold();
  if (!asked.configuration.counts(kSlots)) return "";
  const size_t slots = asked.configuration.settings.size(kSlots);
  if (needed <= slots) return "";
  if (needed <= as_trained.task->must_hold() && slots >= as_trained.configuration.settings.size(kSlots)) return "";
  if (!slots_may_change(asked.configuration, asked.task->spec())) return "";
  return fmt::format(
      "{}: got {} vectors to be kept at once; memory.slots has {}, and --memory.slots {} is needed for that", setting,
      needed, slots, needed);
}

}  // namespace tapehead
