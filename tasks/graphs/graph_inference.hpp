#pragma once
// Inference of relations (Graves et al. 2016, Methods, "Inference").

#include "tasks/data/graphs/relation_queries.hpp"
#include "tasks/graphs/graph_source.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct GraphInferenceSettings {
  GraphSettings graphs;
  bool families = false;  ///< graphs are families, and edges are what people are to one another
};

/// The edges of a graph in any order; then three times a node and a relation, ten steps to plan, and the node where one
/// comes to from there along the edges that the relation stands for, which nothing ever shows:
///
///   inputs   abc def ghi …  | a r _  | _ _ … _  | _  | b r' _ …    (92 channels: a triple, "|" and "answer")
///   targets   -   -   -  -  |   -    | - - … -  | a r z            (9 digits, each one of 10; scored only there)
///
/// Episodes of a batch have graphs of as many nodes. Edges are labelled 0 to 9, those that leave a node differently, so
/// that the queries can be answered: the first way of a relation through edges without a label gives them theirs. In a
/// family and in a file's graph it is asked what there is an answer to: a length of which there is a relation that
/// leads somewhere, then any of them.
class GraphInferenceTask final : public Task {
 public:
  static constexpr size_t kQueries = 3;

  /// Throws InputError for limits the wrong way round, and for a file's graph in which no relation leads anywhere.
  explicit GraphInferenceTask(const GraphInferenceSettings& settings);

  Spec spec() const override { return graph_spec(); }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override;
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {{{"task.lesson", lessons_.all()}}}; }
  size_t must_hold() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  GraphLessons lessons_;
  bool families_;
  RelationQueries of_map_;  ///< what can be asked of a file's graph
};

}  // namespace tapehead::inline TAPEHEAD_REAL
