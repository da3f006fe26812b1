#pragma once
// The graph that an episode shows, and paths in it.

#include "tasks/graphs/graph_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An episode's graph and the ends of its path, read from its steps. Reused: it keeps its memory.
class ShownGraph final {
 public:
  void read(const Batch& batch, size_t episode);

  uint32_t start() const { return start_; }  ///< the start node's label
  uint32_t goal() const { return goal_; }
  size_t answer() const { return answer_; }  ///< the first step of the answer
  size_t answer_steps() const { return answer_steps_; }

  /// The likeliest edge from a node; nullptr where there is none.
  const Triple* likeliest_from(uint32_t node, const Real* logits) const;
  /// The edge that leads nearer to the goal, by is_taken_before() where there are several; nullptr where there is no
  /// path, and at the goal.
  const Triple* right_from(uint32_t node) const;

 private:
  std::vector<Triple> edges_;        ///< in the order shown
  std::vector<uint32_t> distances_;  ///< by label
  uint32_t start_ = 0, goal_ = 0;
  size_t answer_ = 0, answer_steps_ = 0;
  GraphParts parts_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
