#pragma once
// Traversal of graphs (Graves et al. 2016, Methods, "Traversal").

#include "tasks/graphs/graph_source.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The edges of a graph in any order; then where a walk begins and the labels of its edges; then, in silence, the edges
/// it goes along are to be said, and that it ends (000, 000, 000):
///
///   inputs   abc def ghi …  | a b _   _ e _   | _     _     _      (92 channels: a triple, "|" and "answer")
///   targets   -   -   -  -  |   -       -     | a b d  d e f  end  (9 digits, each one of 10; scored only there)
///
/// Episodes of a batch have graphs of as many nodes, and walks of as many edges. A walk is random, from a random node;
/// in a graph from a file it goes only along edges whose label says where they lead, and is shorter where it cannot go
/// on.
class GraphTraversalTask final : public Task {
 public:
  /// Throws InputError for limits the wrong way round, and for a file's graph in which no edge can be told by its
  /// label.
  explicit GraphTraversalTask(const GraphSettings& settings);

  Spec spec() const override { return graph_spec(); }
  Shape shape(Stream& draw, Reach reach) const override { return lessons_.shape(draw, reach); }
  bool has_sizes() const override { return lessons_.has_sizes(); }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {{{"task.lesson", lessons_.all()}}}; }
  size_t must_hold() const override { return lessons_.must_hold(); }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override {
    return graph_text(batch, episode, answers, lessons_.names());
  }

 private:
  GraphLessons lessons_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
