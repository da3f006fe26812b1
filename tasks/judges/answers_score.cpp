#include "tasks/judges/answers_score.hpp"

#include <fmt/format.h>

#include "tasks/data/text/percent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Score answers_score(const Marks& marks, std::span<const Metric> more, const std::string& more_text) {
  Score score = marks.begun_score("bits", "error");
  score.metrics.push_back({"error", 100 * marks.wrong / marks.answers});
  score.add(more);
  score.add(marks.solved_metrics());
  const std::string wrong = percent(marks.wrong, marks.answers, 2);
  score.text = fmt::format("{:12.5g} bits {} of the answers wrong, {} without an error", marks.bits(), wrong,
                           share_of(score.perfect, score.episodes)) +
               more_text;
  score.brief = wrong + " wrong";
  return score;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
