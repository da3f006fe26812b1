#include "tasks/graphs/path_counts.hpp"

#include <algorithm>

#include "tasks/graphs/shown_graph.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

AnswerCount count_paths(const Paper& paper) {
  thread_local ShownGraph graph;
  graph.read(paper.batch, paper.episode);
  uint32_t at = graph.start();
  const auto first = std::lower_bound(paper.steps.begin(), paper.steps.end(), graph.answer());
  for (auto step = first; step != paper.steps.end() && *step < graph.answer() + graph.answer_steps(); ++step) {
    if (*paper.batch.scored(paper.episode, *step) == 0) break;  // there was no path from here
    const auto column = static_cast<size_t>(step - paper.steps.begin());
    const Triple* const said = graph.likeliest_from(at, paper.logits.column(paper.episode, column));
    if (!said) break;
    at = said->destination;
  }
  return {1, at == graph.goal() ? 0.0 : 1.0};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
