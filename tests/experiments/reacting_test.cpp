// Tasks whose continuation depends on the answers: a model is scored on its own trajectory, whatever the teacher's.

#include <catch2/catch.hpp>

#include "experiments/batches/score.hpp"
#include "tasks/graphs/graph_shortest_path.hpp"
#include "tasks/graphs/shown_graph.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Walks from where it is shown to be: along a shortest path, but never as the teacher does where there is another; or
/// along whichever edge is shown last.
class Walker final : public Model {
 public:
  explicit Walker(bool knows_the_way) : knows_the_way_(knows_the_way) {}

  Answers run(const Context& context, const Batch& batch, size_t first) const override {
    Tape& tape = context.tape;
    auto* const steps = tape.keep<uint32_t>(batch.steps());
    size_t count = 0;
    for (size_t t = 0; t < batch.steps(); ++t)
      if (batch.any_scored(t)) steps[count++] = static_cast<uint32_t>(t);
    const Var logits = tape.filled(kTripleWidth, count, context.batch, 0);
    for (size_t b = 0; b < context.batch; ++b)
      for (size_t i = 0; i < count; ++i) {
        if (*batch.scored(first + b, steps[i]) == 0) continue;
        Real* const to = tape.fill(logits).column(b, i);
        put_triple(chosen(batch, first + b, steps[i]), to);
        for (size_t r = 0; r < kTripleWidth; ++r) to[r] *= 20;
      }
    return {logits, {steps, count}};
  }

 private:
  Triple chosen(const Batch& batch, size_t episode, size_t step) const {
    ShownGraph graph;
    graph.read(batch, episode);
    const auto far = [&](uint32_t node) {
      size_t edges = 0;
      while (const Triple* edge = graph.right_from(node)) node = edge->destination, ++edges;
      return node == graph.goal() ? edges : kTripleWidth;
    };
    const uint32_t at = step == graph.answer() ? graph.start() : triple_at(batch.input(episode, step)).destination;
    Triple best = kEndTriple;
    for (size_t t = 0; t < graph.answer(); ++t) {
      const Triple edge = triple_at(batch.input(episode, t));
      if (edge.edge == kBlankLabel || edge.source != at) continue;
      if (knows_the_way_ && far(edge.destination) + 1 != far(at)) continue;
      if (!knows_the_way_ || best == kEndTriple || is_taken_before(best, edge)) best = edge;
    }
    return best;
  }

  bool knows_the_way_;
};

Score score_of(const Walker& walker, const Task& task) {
  const ParameterStore none(0);
  Workers workers(2);
  return Scorer(workers).score(walker, none, task, 1, Split::kValidation, 60);
}

}  // namespace

TEST_CASE("reacting tasks: any shortest path is right, though it is not the teacher's") {
  const GraphShortestPathTask task({13, 13});
  const Score score = score_of(Walker(true), task);
  CHECK(score.episodes == 60);
  CHECK(score.value("error") == 0);
  CHECK(score.value("solved") == 1);
  CHECK(score.value("bits") > 1);  // for it often is another than was asked for
}

TEST_CASE("reacting tasks: who goes astray does not arrive") {
  const GraphShortestPathTask task({13, 13});
  CHECK(score_of(Walker(false), task).value("error") > 50);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
