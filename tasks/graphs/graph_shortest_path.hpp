#pragma once
// Shortest paths (Graves et al. 2016, Methods, "Shortest path" and "Structured prediction").

#include "tasks/episode/reacting.hpp"
#include "tasks/graphs/graph_source.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The edges of a graph in random order; the start and end of a path; ten planning steps; then as targets the edges of
/// a shortest path, one after the other, each of which is shown after it was said:
///
///   inputs   abc def ghi …  | a _ f  | _ _ … _  | _     a b d      (92 channels: a triple, "|" and "answer")
///   targets   -   -   -  -  |   -    | - - … -  | a b d  d e f     (9 digits, each one of 10; scored only there)
///
/// Episodes of a batch have graphs with the same number of nodes, and paths of the same length: a graph without such a
/// path is drawn again, and after a hundred graphs the longest path of the last is taken (in a file's graph the longest
/// up to that length). The target is an edge that leads nearer to the goal, by is_taken_before() where there are
/// several. The model's answer is the likeliest of the edges that leave the current node ("the output distribution was
/// renormalized over the set of possible triples"); react() continues from there with a shortest path from there. With
/// the right answers shown the cost is that of the nine digits.
class GraphShortestPathTask final : public Task, public Reacting {
 public:
  /// Throws InputError for reversed limits, and for a file's graph without a path of two edges.
  explicit GraphShortestPathTask(const GraphSettings& settings);

  Spec spec() const override { return lessons_.spec(); }
  Shape shape(Stream& draw, Reach reach) const override { return lessons_.shape(draw, reach); }
  bool has_sizes() const override { return lessons_.has_sizes(); }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {{{"task.lesson", lessons_.all()}}}; }
  size_t must_hold() const override { return lessons_.must_hold(); }
  std::unique_ptr<Judge> judge() const override;
  const Reacting* reacts() const override { return this; }
  bool react(const Given& given, double share, Stream draw, Batch& batch, size_t episode) const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override {
    return graph_text(batch, episode, answers, lessons_.names());
  }

 private:
  GraphLessons lessons_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
