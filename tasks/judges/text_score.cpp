#include "tasks/judges/text_score.hpp"

#include <fmt/format.h>

#include "tasks/data/text/percent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Score text_score(const Marks& marks) {
  const double nats = marks.nats / marks.answers;
  Score score = marks.begun_score("bits", "error");
  score.metrics.push_back({"bits_token", nats / std::numbers::ln2});
  score.metrics.push_back({"nats", nats});
  score.metrics.push_back({"error", 100 * marks.wrong / marks.answers});
  score.add(marks.solved_metrics());
  score.brief = fmt::format("{:.4f} nats a token", nats);
  score.text = fmt::format("{:12.5g} bits {}, {:.4f} bits, {} not predicted", marks.bits(), score.brief,
                           nats / std::numbers::ln2, percent(marks.wrong, marks.answers, 2));
  return score;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
