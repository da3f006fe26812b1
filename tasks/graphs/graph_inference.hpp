#pragma once
// Inference of relations (Graves et al. 2016, Methods, "Inference").

#include "tasks/data/graphs/relation_queries.hpp"
#include "tasks/graphs/graph_source.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct GraphInferenceSettings {
  GraphSettings graphs;
  bool families = false;  ///< graphs are family trees, and edges are kinship
};

/// The edges of a graph in random order; then, three times, a node and a relation, ten planning steps, and as target
/// the node that the relation's edges lead to, which is never shown:
///
///   inputs   abc def ghi …  | a r _  | _ _ … _  | _  | b r' _ …    (92 channels: a triple, "|" and "answer")
///   targets   -   -   -  -  |   -    | - - … -  | a r z            (9 digits, each one of 10; scored only there)
///
/// Episodes of a batch have graphs with the same number of nodes. Edges have labels 0 to 9, different for edges from
/// the same node, such that the queries have answers: the first path of a relation through unlabelled edges labels
/// them. In a family and in a file's graph only queries with an answer are asked: of a length for which some relation
/// leads somewhere, uniformly among those. The way to an answer comes to no node twice (follow()), so that no question
/// is answered by the node asked about.
class GraphInferenceTask final : public Task {
 public:
  static constexpr size_t kQueries = 3;

  /// Throws InputError for reversed limits, and for a file's graph in which no relation leads anywhere.
  explicit GraphInferenceTask(const GraphInferenceSettings& settings);

  Spec spec() const override { return lessons_.spec(); }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override;
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {{{"task.lesson", lessons_.all()}}}; }
  size_t must_hold() const override;
  std::vector<Guesser> guessers() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  GraphLessons lessons_;
  bool families_;
  RelationQueries of_map_;  ///< all queries of a file's graph
};

}  // namespace tapehead::inline TAPEHEAD_REAL
