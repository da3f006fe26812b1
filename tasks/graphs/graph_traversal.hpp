#pragma once
// Traversal of graphs (Graves et al. 2016, Methods, "Traversal").

#include "tasks/graphs/graph_source.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The edges of a graph in random order; then the start of a walk and the labels of its edges; then, in silence, as
/// targets the walk's edges and an end (000, 000, 000):
///
///   inputs   abc def ghi …  | a b _   _ e _   | _     _     _      (92 channels: a triple, "|" and "answer")
///   targets   -   -   -  -  |   -       -     | a b d  d e f  end  (9 digits, each one of 10; scored only there)
///
/// Episodes of a batch have graphs with the same number of nodes, and walks of the same length. A walk is random, from
/// a random node; in a file's graph it uses only edges whose label is unique at their node, and is shorter where it
/// cannot go on.
class GraphTraversalTask final : public Task {
 public:
  /// Throws InputError for reversed limits, and for a file's graph in which no edge has a unique label at its node.
  explicit GraphTraversalTask(const GraphSettings& settings);

  Spec spec() const override { return lessons_.spec(); }
  Shape shape(Stream& draw, Reach reach) const override { return lessons_.shape(draw, reach); }
  bool has_sizes() const override { return lessons_.has_sizes(); }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {{{"task.lesson", lessons_.all()}}}; }
  size_t must_hold() const override { return lessons_.must_hold(); }
  std::vector<Guesser> guessers() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override {
    return graph_text(batch, episode, answers, lessons_.names());
  }

 private:
  GraphLessons lessons_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
