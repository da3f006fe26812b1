#include "experiments/runs/result_text.hpp"

#include <fmt/format.h>

#include "catalogue/metrics/metric.hpp"
#include "experiments/runs/run_json.hpp"
#include "tasks/data/text/percent.hpp"

namespace tapehead {

std::string goal_of(const Json& result) {
  const auto told = result.text("goal");
  return told ? *told : std::string(goal_among([&](std::string_view name) { return result.number(name).has_value(); }));
}

std::string cost_text(const std::string& goal, double cost) {
  const std::string text = fmt::format("{:.4g} {}", cost, measure_of(goal));
  return goal == "bits" ? text : goal + " " + text;
}

std::string result_text(const Json& result) {
  const std::string goal = goal_of(result), status = result.text("status").value_or("?");
  const std::string ended = fmt::format("{}{} after {} sequences, {:.1f} s", status,
                                        status == "solved" && goal != "bits" ? " by " + with_unit(goal) : "",
                                        result.whole("sequences").value_or(0), result.number("seconds").value_or(0));
  const auto error = result.number("error"), reached = result.number(goal);
  if (!error && !reached) return ended;  // diverged
  const auto perfect = result.whole("perfect_episodes"), episodes = result.whole("final_episodes");
  const std::string cost = error ? percent(*error, 100, 2) + " wrong" : cost_text(goal, *reached);
  // Results of earlier versions do not give the number of episodes.
  const std::string counted =
      perfect && episodes ? fmt::format(", {} sequences without an error", count_of(*perfect, *episodes)) : "";
  const auto score = result.number("score");
  const auto whole = result.whole("perfect_lengths"), lengths = result.whole("scored_lengths");
  const std::string beyond =
      score && whole && lengths
          ? fmt::format("; score {:.4g} of 100, {} lengths without an error", *score, count_of(*whole, *lengths))
          : "";
  return fmt::format("{}; the best checkpoint on new episodes: {}{}{}", ended, cost, counted, beyond);
}

std::string result_text(const std::filesystem::path& file) { return result_text(read_result(file)); }

}  // namespace tapehead
