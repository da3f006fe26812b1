#pragma once
// Episodes whose steps are triples (Graves et al. 2016, Methods, "Graph task descriptions").

#include <functional>
#include <string>
#include <vector>

#include "tasks/data/graphs/graph.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A triple is nine digits, three a label, each one-hot; a blank label is all zeros.
inline constexpr size_t kLabelDigits = 3, kTripleDigits = 9, kDigitKinds = 10;
inline constexpr size_t kTripleWidth = kTripleDigits * kDigitKinds;
/// Two input channels beside the triple: 1 at the first step of each phase; 1 while an answer is asked for.
inline constexpr size_t kPhaseChannel = kTripleWidth, kAnswerChannel = kTripleWidth + 1;
/// Steps without input before an answer, for planning.
inline constexpr size_t kPlanningSteps = 10;

inline Spec graph_spec() {
  return {{vectors("input", kTripleWidth + 2)}, digits("target", kTripleDigits, kDigitKinds)};
}

/// Writes a triple as nine digits; `to` must be all zeros.
void put_triple(const Triple& triple, Real* to);
/// The triple written there; a label without a digit is blank.
Triple triple_at(const Real* from);

/// The model's answer at a step: the likeliest kind of each digit.
Triple likeliest_triple(const Real* logits);
/// ln p(triple) as nine digits, each a softmax over its kinds.
double log_probability(const Real* logits, const Triple& triple);

/// Collects the steps of episodes, before it is known which of a batch is the longest. Reused: it keeps its memory.
class GraphSteps final {
 public:
  void clear();

  /// Makes the next step the first of a phase.
  void begin_phase() { phase_begins_ = true; }
  /// Adds a step that shows a triple, in part or whole.
  void show(const Triple& triple) { add({triple, {}, phase_begins_, false}); }
  /// Adds all edges of a graph in random order, as a phase.
  void describe(const Graph& graph, Stream& draw);
  /// Adds the ten planning steps, as a phase.
  void plan();
  /// Adds a step with the target `right`; `shown` is its input.
  void ask(const Triple& right, const Triple& shown = {}) { add({shown, right, phase_begins_, true}); }
  /// Makes the next step the first of another episode.
  void end_episode() { ends_.push_back(steps_.size()); }

  /// Fills a batch with all ended episodes.
  void fill(Batch& batch) const;

 private:
  struct Step {
    Triple shown, asked;
    bool begins_phase, is_answer;
  };
  void add(const Step& step) {
    steps_.push_back(step);
    phase_begins_ = false;
  }

  std::vector<Step> steps_;
  std::vector<size_t> ends_;
  bool phase_begins_ = false;
};

/// One question of an episode, found in its steps: a phase that shows it, then a phase of answers.
struct GraphQuestion {
  size_t query, query_end;    ///< the question's steps
  size_t answer, answer_end;  ///< the answer's steps, scored now or before
};
/// The parts of an episode: steps 0 … edges − 1 show the graph.
struct GraphParts {
  size_t edges = 0;
  std::vector<GraphQuestion> questions;
};
/// Finds the parts by the two channels of the inputs.
void find_parts(const Batch& batch, size_t episode, GraphParts& parts);

/// Names of labels, for showing an episode.
struct GraphNames {
  std::function<std::string(uint32_t)> node, edge;
};
/// Labels as three digits each.
GraphNames plain_names();

/// Graph, queries and answers as text; `answers` as in Task::show().
std::string graph_text(const Batch& batch, size_t episode, const Real* answers, const GraphNames& names);

}  // namespace tapehead::inline TAPEHEAD_REAL
