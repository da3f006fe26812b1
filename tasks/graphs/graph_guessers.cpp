#include "tasks/graphs/graph_guessers.hpp"

#include <algorithm>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// An episode's edges, and for each scored step the question it belongs to.
struct Read {
  std::vector<Triple> edges;
  std::vector<Triple> asked;  ///< by scored step

  explicit Read(const Asked& episode) {
    GraphParts parts;
    find_parts(episode.batch, episode.episode, parts);
    const auto shown = [&](size_t step) { return triple_at(episode.batch.input(episode.episode, step)); };
    for (size_t t = 0; t < parts.edges; ++t) edges.push_back(shown(t));
    for (const uint32_t step : episode.steps) {
      asked.emplace_back();
      for (const GraphQuestion& question : parts.questions)
        if (step >= question.answer && step < question.answer_end) asked.back() = shown(question.query);
    }
  }
};

size_t one_of(Stream& draw, size_t count) {
  return static_cast<size_t>(draw.integer(0, static_cast<int64_t>(count) - 1));
}

}  // namespace

Guesser guess_node(std::string_view name, bool excludes_source) {
  return {name, {"error"}, [excludes_source](const Asked& episode, Stream& draw, Guess& guess) {
            const Read read(episode);
            std::vector<uint32_t> nodes;
            for (const Triple& edge : read.edges) nodes.insert(nodes.end(), {edge.source, edge.destination});
            std::sort(nodes.begin(), nodes.end());
            nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
            for (size_t i = 0; i < read.asked.size(); ++i) {
              const Triple& asked = read.asked[i];
              std::vector<uint32_t> left = nodes;
              if (excludes_source) std::erase(left, asked.source);
              put_triple({asked.source, asked.edge, left[one_of(draw, left.size())]}, guess.column(i, kTripleWidth));
            }
          }};
}

Guesser guess_echo() {
  return {
      "echo", {"error"}, [](const Asked& episode, Stream&, Guess& guess) {
        const Read read(episode);
        for (size_t i = 0; i < read.asked.size(); ++i)
          put_triple({read.asked[i].source, read.asked[i].edge, read.asked[i].source}, guess.column(i, kTripleWidth));
      }};
}

Guesser guess_edge() {
  return {"uniform", {"error"}, [](const Asked& episode, Stream& draw, Guess& guess) {
            const Read read(episode);
            for (size_t i = 0; i < episode.steps.size(); ++i)
              put_triple(read.edges[one_of(draw, read.edges.size())], guess.column(i, kTripleWidth));
          }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
