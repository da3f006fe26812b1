#include "tasks/path_judge.hpp"

#include <algorithm>

#include "tasks/answers_score.hpp"
#include "tasks/shown_graph.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

AnswerCount PathJudge::count(const Paper& paper) const {
  thread_local ShownGraph graph;
  graph.read(paper.batch, paper.episode);
  uint32_t at = graph.start();
  const auto first = std::lower_bound(paper.steps.begin(), paper.steps.end(), graph.answer());
  for (auto step = first; step != paper.steps.end() && *step < graph.answer() + graph.answer_steps(); ++step) {
    if (*paper.batch.scored(paper.episode, *step) == 0) break;  // no path led on
    const auto column = static_cast<size_t>(step - paper.steps.begin());
    const Triple* const said = graph.likeliest_from(at, paper.logits.column(paper.episode, column));
    if (!said) break;
    at = said->destination;
  }
  return {1, at == graph.goal() ? 0.0 : 1.0};
}

Score PathJudge::score() const { return answers_score(marks_); }

std::optional<Metric> PathJudge::in_training(const AnswerCount& sums) const { return answers_error(sums); }

}  // namespace tapehead::inline TAPEHEAD_REAL
