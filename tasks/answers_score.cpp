#include "tasks/answers_score.hpp"

#include <fmt/format.h>

#include "tasks/text/percent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Score answers_score(const Marks& marks, std::span<const Metric> more, const std::string& more_text) {
  Score score;
  const double bits = marks.bits(), error = 100 * marks.wrong / marks.answers;
  score.metrics = {{"bits", bits}};
  for (const Metric& metric : marks.spread()) score.metrics.push_back(metric);
  score.goal = "bits";
  score.mistakes = "error";
  score.wrong = marks.mean(marks.wrong);
  score.episodes = marks.episodes();
  score.perfect = marks.perfect();
  score.each = marks.each;
  score.metrics.push_back({"error", error});
  for (const Metric& metric : more) score.metrics.push_back(metric);
  score.metrics.push_back({"perfect", static_cast<double>(score.perfect), true});
  score.metrics.push_back({"solved", marks.solved()});
  const std::string wrong = percent(marks.wrong, marks.answers, 2);
  score.text = fmt::format("{:12.5g} bits {} of the answers wrong, {} without an error", bits, wrong,
                           share_of(score.perfect, score.episodes)) +
               more_text;
  score.brief = wrong + " wrong";
  return score;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
