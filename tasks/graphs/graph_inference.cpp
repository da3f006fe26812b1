#include "tasks/graphs/graph_inference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "tasks/data/graphs/family.hpp"
#include "tasks/data/graphs/kin.hpp"
#include "tasks/graphs/graph_guessers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr uint32_t kLeastFamily = 5;  // people; large enough for a grandchild

/// "013: son 1, daughter 2 (granddaughter)", where the answer is called `name`.
std::string meaning(const Relation& relation, const std::string& name) {
  std::string text;
  for (const uint8_t kind : relation.sequence()) text += (text.empty() ? "" : ", ") + std::string(kin_edge(kind));
  return fmt::format("{:03}: {}{}", relation.label, text, name.empty() ? "" : " (" + name + ")");
}

std::string meaning_in_digits(const Relation& relation) {
  std::string text;
  for (const uint8_t kind : relation.sequence()) text += fmt::format(" {:03}", kind);
  return fmt::format("{:03}:{}", relation.label, text);
}

}  // namespace

GraphInferenceTask::GraphInferenceTask(const GraphInferenceSettings& settings)
    : lessons_(settings.graphs, inference_lessons()), families_(settings.families || settings.graphs.map) {
  if (!lessons_.map()) return;
  of_map_.list(lessons_.map()->graph, {kShortestRelation, kLongestRelation});
  if (of_map_.empty())
    throw InputError(
        "task.path: got a graph in which two edges lead from nobody to a third person; some that do are needed");
}

Shape GraphInferenceTask::shape(Stream& draw, Reach reach) const {
  Shape shape = lessons_.shape(draw, reach);
  shape[2] = 0;  // each query has its own length
  if (families_ && !lessons_.map()) shape[1] = std::max(shape[1], kLeastFamily);
  return shape;
}

bool GraphInferenceTask::has_sizes() const { return lessons_.has_sizes(); }

size_t GraphInferenceTask::must_hold() const {
  if (!families_ || lessons_.map()) return lessons_.must_hold();
  uint32_t people = kLeastFamily;
  for (const GraphLesson& lesson : lessons_.open()) people = std::max(people, lesson.nodes.max);
  return most_edges_of_family(people);
}

void GraphInferenceTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local GraphSteps steps;
  thread_local Graph drawn;
  thread_local RelationQueries of_drawn;
  thread_local std::vector<RelationQuery> queries;
  const GraphLesson& lesson = lessons_.lesson(shape);
  steps.clear();
  for (size_t b = 0; b < range.count; ++b) {
    Stream draw = episode_stream(range, shape, b);
    const Graph& graph = lessons_.map() ? lessons_.map()->graph : drawn;
    if (lessons_.map()) {
      of_map_.draw(draw, lesson.length, kQueries, queries);
    } else if (families_) {
      draw_family(draw, shape[1], drawn);
      of_drawn.list(drawn, lesson.length);
      of_drawn.draw(draw, lesson.length, kQueries, queries);
    } else {
      do draw_nearest_neighbours(draw, shape[1], lesson.degree, drawn);
      while (!draw_queries_and_labels(draw, lesson.length, kQueries, drawn, queries));
    }
    steps.describe(graph, draw);
    for (const RelationQuery& query : queries) {
      const uint32_t from = graph.node_labels[query.from], to = graph.node_labels[query.to];
      steps.begin_phase();
      steps.show({from, query.relation->label, kBlankLabel});
      steps.plan();
      steps.begin_phase();
      steps.ask({from, query.relation->label, to});
    }
    steps.end_episode();
  }
  steps.fill(batch);
}

std::vector<Guesser> GraphInferenceTask::guessers() const {
  return {guess_node("uniform", false), guess_node("exclusion", true), guess_echo()};
}

std::string GraphInferenceTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  GraphNames names = lessons_.names();
  const auto relation = [](uint32_t label) -> const Relation* {
    const bool is_one = label >= kFirstRelation && label - kFirstRelation < relations().size();
    return is_one ? &relations()[label - kFirstRelation] : nullptr;
  };
  names.edge = [&, plain = names.edge](uint32_t label) {
    if (const Relation* found = relation(label)) return fmt::format("{:03}", found->label);
    return families_ && label < kEdgeKinds ? std::string(kin_edge(label)) : plain(label);
  };
  std::string text = graph_text(batch, episode, answers, names);
  GraphParts parts;
  find_parts(batch, episode, parts);
  std::vector<Triple> edges;
  for (size_t t = 0; t < parts.edges; ++t) edges.push_back(triple_at(batch.input(episode, t)));
  for (const GraphQuestion& question : parts.questions) {
    const Triple right = triple_at(batch.target.at(episode, question.answer));
    const Relation* const asked = relation(right.edge);
    if (!asked) continue;
    const std::string told =
        families_ ? meaning(*asked, kin_name(edges, right.source, right.destination)) : meaning_in_digits(*asked);
    text += "means   " + told + '\n';
  }
  return text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
