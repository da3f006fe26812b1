#include "tasks/answer_counts.hpp"

#include <algorithm>

#include "tasks/shown_graph.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

bool is_wrong(const Real* logit, uint32_t right, size_t classes) {
  return std::max_element(logit, logit + classes) - logit != right;
}

}  // namespace

AnswerCount count_classes(const Paper& paper) {
  const Batch& batch = paper.batch;
  AnswerCount counted;
  bool answer_is_wrong = false;
  int64_t last = -2;  // the last step that was scored
  for (size_t i = 0; i < paper.steps.size(); ++i) {
    const uint32_t step = paper.steps[i];
    if (batch.scored(paper.episode, step)[0] == 0) continue;
    const bool goes_on = batch.joined_answers && step == last + 1;
    const bool wrong =
        is_wrong(paper.logits.column(paper.episode, i), batch.target.token(paper.episode, step), batch.outputs());
    counted.answers += !goes_on;
    counted.wrong += wrong && !(goes_on && answer_is_wrong);
    answer_is_wrong = wrong || (goes_on && answer_is_wrong);
    last = step;
  }
  return counted;
}

AnswerCount count_digits(const Paper& paper) {
  const Batch& batch = paper.batch;
  const size_t places = batch.scored_rows(), kinds = batch.target.shape.layout.channels;
  const auto likeliest = [&](const Real* of) { return std::max_element(of, of + kinds) - of; };
  AnswerCount counted;
  for (size_t i = 0; i < paper.steps.size(); ++i) {
    const uint32_t step = paper.steps[i];
    const Real *const logits = paper.logits.column(paper.episode, i),
                      *const right = batch.target.at(paper.episode, step),
                      *const scored = batch.scored(paper.episode, step);
    bool asked = false, wrong = false;
    for (size_t p = 0; p < places; ++p) {
      if (scored[p] == 0) continue;
      asked = true;
      wrong = wrong || likeliest(logits + p * kinds) != likeliest(right + p * kinds);
    }
    counted.answers += asked;
    counted.wrong += wrong;
  }
  return counted;
}

AnswerCount count_paths(const Paper& paper) {
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

}  // namespace tapehead::inline TAPEHEAD_REAL
