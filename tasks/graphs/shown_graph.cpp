#include "tasks/graphs/shown_graph.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void ShownGraph::read(const Batch& batch, size_t episode) {
  find_parts(batch, episode, parts_);
  edges_.clear();
  for (size_t t = 0; t < parts_.edges; ++t) edges_.push_back(triple_at(batch.input(episode, t)));
  const GraphQuestion& question = parts_.questions.at(0);
  const Triple asked = triple_at(batch.input(episode, question.query));
  start_ = asked.source;
  goal_ = asked.destination;
  answer_ = question.answer;
  answer_steps_ = question.answer_end - question.answer;
  distances_.assign(kGraphLabels, kUnreachable);
  distances_[goal_] = 0;
  bool further = true;
  for (uint32_t d = 0; further; ++d) {
    further = false;
    for (const Triple& edge : edges_) {
      if (distances_[edge.destination] != d || distances_[edge.source] != kUnreachable) continue;
      distances_[edge.source] = d + 1;
      further = true;
    }
  }
}

const Triple* ShownGraph::likeliest_from(uint32_t node, const Real* logits) const {
  const Triple* best = nullptr;
  double highest = 0;
  for (const Triple& edge : edges_) {
    if (edge.source != node) continue;
    const double p = log_probability(logits, edge);
    if (!best || p > highest) best = &edge, highest = p;
  }
  return best;
}

const Triple* ShownGraph::right_from(uint32_t node) const {
  if (distances_[node] == 0 || distances_[node] == kUnreachable) return nullptr;
  const Triple* best = nullptr;
  for (const Triple& edge : edges_) {
    if (edge.source != node || distances_[edge.destination] + 1 != distances_[node]) continue;
    if (!best || is_taken_before(edge, *best)) best = &edge;
  }
  return best;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
