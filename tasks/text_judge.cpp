#include "tasks/text_judge.hpp"

#include <fmt/format.h>

#include "tasks/classes_judge.hpp"
#include "tasks/text/percent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

AnswerCount TextJudge::count(const Paper& paper) const { return ClassesJudge().count(paper); }

Score TextJudge::score() const {
  const double nats = marks_.nats / marks_.answers;
  Score score;
  score.metrics = {{"bits", marks_.bits()}};
  for (const Metric& metric : marks_.spread()) score.metrics.push_back(metric);
  score.goal = "bits";
  score.mistakes = "error";
  score.wrong = marks_.mean(marks_.wrong);
  score.episodes = marks_.episodes();
  score.perfect = marks_.perfect();
  score.each = marks_.each;
  score.metrics.push_back({"bits_token", nats / std::numbers::ln2});
  score.metrics.push_back({"nats", nats});
  score.metrics.push_back({"error", 100 * marks_.wrong / marks_.answers});
  score.metrics.push_back({"perfect", static_cast<double>(score.perfect), true});
  score.metrics.push_back({"solved", marks_.solved()});
  score.brief = fmt::format("{:.4f} nats a token", nats);
  score.text = fmt::format("{:12.5g} bits {}, {:.4f} bits, {} not foretold", marks_.bits(), score.brief,
                           nats / std::numbers::ln2, percent(marks_.wrong, marks_.answers, 2));
  return score;
}

std::optional<Metric> TextJudge::in_training(const AnswerCount& sums) const {
  return Metric{"error", 100 * sums.wrong / std::max(sums.answers, 1.0)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
