#pragma once
// Triples as the steps of an episode (Graves et al. 2016, Methods, "Graph task descriptions").

#include <functional>
#include <string>
#include <vector>

#include "tasks/data/graphs/graph.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A triple is nine digits, three a label, each one-hot; a blank label is silent.
inline constexpr size_t kLabelDigits = 3, kTripleDigits = 9, kDigitKinds = 10;
inline constexpr size_t kTripleWidth = kTripleDigits * kDigitKinds;
/// Two channels beside an input's triple: 1 at the first step of each phase; 1 while an answer is asked for.
inline constexpr size_t kPhaseChannel = kTripleWidth, kAnswerChannel = kTripleWidth + 1;
/// Steps without input before an answer, in which it can be thought about.
inline constexpr size_t kPlanningSteps = 10;

inline Spec graph_spec() {
  return {{vectors("input", kTripleWidth + 2)}, digits("target", kTripleDigits, kDigitKinds)};
}

/// Writes a triple as nine digits; `to` is all zeros.
void put_triple(const Triple& triple, Real* to);
/// What is written there; a label without a digit is blank.
Triple triple_at(const Real* from);

/// What is asked in a step that was answered: the likeliest kind of each digit.
Triple likeliest_triple(const Real* logits);
/// ln p(triple) as nine digits, each a softmax over its kinds.
double log_probability(const Real* logits, const Triple& triple);

/// The steps of episodes, one after the other, before it is known which of a batch is the longest. Reused: it keeps its
/// memory.
class GraphSteps final {
 public:
  void clear();

  /// The next step begins a phase.
  void begin_phase() { phase_begins_ = true; }
  /// A step that shows a triple, or what is given of it.
  void show(const Triple& triple) { add({triple, {}, phase_begins_, false}); }
  /// All edges of a graph, in any order: a phase.
  void describe(const Graph& graph, Stream& draw);
  /// The ten steps of planning: a phase.
  void plan();
  /// A step in which a triple is asked for; `shown` is what comes in.
  void ask(const Triple& right, const Triple& shown = {}) { add({shown, right, phase_begins_, true}); }
  /// The next step is the first of another episode.
  void end_episode() { ends_.push_back(steps_.size()); }

  /// Makes a batch of all episodes that ended.
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

/// One of the questions of an episode as its steps tell it: a phase that shows what is asked, then one of answers.
struct GraphQuestion {
  size_t query, query_end;    ///< its steps
  size_t answer, answer_end;  ///< those of its answer, which are scored or were
};
/// An episode's parts: steps 0 … edges − 1 show the graph.
struct GraphParts {
  size_t edges = 0;
  std::vector<GraphQuestion> questions;
};
/// By the two channels of the inputs.
void find_parts(const Batch& batch, size_t episode, GraphParts& parts);

/// What labels are called, as an episode is shown.
struct GraphNames {
  std::function<std::string(uint32_t)> node, edge;
};
/// Three digits each.
GraphNames plain_names();

/// Graph, queries and answers, as a person reads them; `answers` as Task::show() has them.
std::string graph_text(const Batch& batch, size_t episode, const Real* answers, const GraphNames& names);

}  // namespace tapehead::inline TAPEHEAD_REAL
