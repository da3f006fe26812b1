// The graph tasks: each episode's answers, recomputed from its own steps.

#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <deque>
#include <map>
#include <set>

#include "autodiff/base/error.hpp"
#include "tasks/data/graphs/family.hpp"
#include "tasks/graphs/graph_inference.hpp"
#include "tasks/graphs/graph_shortest_path.hpp"
#include "tasks/graphs/graph_traversal.hpp"
#include "tasks/judges/judge.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

using Way = std::pair<uint32_t, uint32_t>;  // a node and the label of an edge

/// An episode read from its steps alone: by the two channels, and by digits.
struct ToldGraph {
  std::vector<Triple> edges;
  std::vector<std::vector<Triple>> queries, answers, shown;
  std::vector<size_t> waits;  ///< silent steps before an answer

  ToldGraph(const Batch& batch, size_t b) {
    bool describes = true, answering = false;
    for (size_t t = 0; t < batch.inputs[0].lengths[b]; ++t) {
      const Real* const in = batch.input(b, t);
      const Triple triple = digits(in);
      const bool begins = in[90] == 1, answer = in[91] == 1;
      if (t > 0 && begins) describes = false;
      if (describes) {
        edges.push_back(triple);
        continue;
      }
      if (answer) {
        if (!answering) answers.emplace_back(), shown.emplace_back();
        answers.back().push_back(digits(batch.target.at(b, t)));
        shown.back().push_back(triple);
      } else if (triple == Triple{}) {
        ++waits.back();
      } else {
        if (begins) queries.emplace_back(), waits.push_back(0);
        queries.back().push_back(triple);
      }
      answering = answer;
      CHECK(all_scored(batch, b, t, answer));
    }
  }

  static Triple digits(const Real* from) {
    uint32_t labels[3];
    for (size_t l = 0; l < 3; ++l) {
      labels[l] = 0;
      size_t ones = 0;
      for (size_t d = 0; d < 3; ++d) {
        labels[l] *= 10;
        for (uint32_t k = 0; k < 10; ++k)
          if (from[30 * l + 10 * d + k] != 0) {
            CHECK(from[30 * l + 10 * d + k] == 1);
            labels[l] += k;
            ++ones;
          }
      }
      CHECK((ones == 0 || ones == 3));
      if (ones == 0) labels[l] = kBlankLabel;
    }
    return {labels[0], labels[1], labels[2]};
  }

  bool has(const Triple& edge) const { return std::find(edges.begin(), edges.end(), edge) != edges.end(); }

  /// The number of edges of a shortest path, by breadth-first search; 0 if there is none.
  size_t distance(uint32_t from, uint32_t to) const {
    std::map<uint32_t, size_t> far{{from, 0}};
    std::deque<uint32_t> open{from};
    while (!open.empty()) {
      const uint32_t at = open.front();
      open.pop_front();
      if (at == to) return far[at];
      for (const Triple& edge : edges)
        if (edge.source == at && far.emplace(edge.destination, far[at] + 1).second) open.push_back(edge.destination);
    }
    return 0;
  }
};

GraphParts parts_of(const Batch& batch) {
  GraphParts parts;
  find_parts(batch, 0, parts);
  return parts;
}

Shape shape_of(const Task& task, uint64_t k) {
  Stream draw(1, Split::kTrain, Purpose::kShape, k);
  return task.shape(draw, {});
}

const char* const kMap =
    "Bank\tred east\tTower\nTower\tred west\tBank\nBank\tblue\tMoor\nMoor\tblue\tBank\nMoor\tgreen\tOld\n"
    "Old\tgreen\tTower\nTower\tgreen\tMoor\n";

GraphSettings of_map(const char* text) {
  return {1, 3, std::make_shared<const NamedGraph>(parse_graph("map.tsv", text))};
}

/// Logits for one triple, for each scored step of one episode.
std::vector<Real> saying(const std::vector<Triple>& triples) {
  std::vector<Real> logits(90 * triples.size(), 0);
  for (size_t i = 0; i < triples.size(); ++i) {
    put_triple(triples[i], logits.data() + 90 * i);
    for (size_t r = 0; r < 90; ++r) logits[90 * i + r] *= 9;
  }
  return logits;
}

struct Steps {
  std::vector<uint32_t> numbers;
  explicit Steps(const Batch& batch) {
    for (uint32_t t = 0; t < batch.steps(); ++t)
      if (batch.any_scored(t)) numbers.push_back(t);
  }
};

/// The judge's result for one episode answered with these triples.
double wrong_of(const Task& task, const Batch& batch, const std::vector<Triple>& said) {
  const Steps steps(batch);
  const std::vector<Real> logits = saying(said);
  REQUIRE(steps.numbers.size() == said.size());
  const Window<const Real> window{logits.data(), 90, said.size(), 1, 90, 90 * said.size()};
  return task.judge()->count({batch, 0, window, steps.numbers, 0}).wrong;
}

}  // namespace

TEST_CASE("traversal: the walk of the labels that are told, then the end") {
  const GraphTraversalTask task({1, 14});
  for (uint64_t k = 0; k < 60; ++k) {
    const Shape shape = shape_of(task, k);
    const GraphLesson& lesson = traversal_lessons()[shape[0] - 1];
    CHECK(shape[1] >= lesson.nodes.min);
    CHECK(shape[2] <= lesson.length.max);
    const Batch batch = sampled(task, {1, Split::kTrain, 3 * k, 3}, shape);
    for (size_t b = 0; b < 3; ++b) {
      const ToldGraph told(batch, b);
      std::map<Way, uint32_t> leads;
      std::set<uint32_t> nodes;
      for (const Triple& edge : told.edges) {
        CHECK(leads.emplace(Way{edge.source, edge.edge}, edge.destination).second);
        nodes.insert(edge.source);
      }
      CHECK(nodes.size() == shape[1]);
      REQUIRE(told.queries.size() == 1);
      const auto &query = told.queries[0], &answer = told.answers[0];
      REQUIRE(query.size() == shape[2]);
      REQUIRE(answer.size() == shape[2] + 1);
      CHECK(told.waits[0] == 0);
      uint32_t at = query[0].source;
      for (size_t i = 0; i < query.size(); ++i) {
        CHECK((i == 0) == (query[i].source != kBlankLabel));
        CHECK(query[i].destination == kBlankLabel);
        const uint32_t to = leads.at({at, query[i].edge});
        CHECK(answer[i] == Triple{at, query[i].edge, to});
        CHECK(told.shown[0][i] == Triple{});
        at = to;
      }
      CHECK(answer.back() == kEndTriple);
    }
  }
}

TEST_CASE("shortest path: a shortest one, each edge shown once it was said") {
  const GraphShortestPathTask task({1, 15});
  size_t as_asked = 0, all = 0;
  for (uint64_t k = 0; k < 60; ++k) {
    const Shape shape = shape_of(task, k);
    const Batch batch = sampled(task, {1, Split::kTrain, 3 * k, 3}, shape);
    for (size_t b = 0; b < 3; ++b) {
      const ToldGraph told(batch, b);
      REQUIRE(told.queries.size() == 1);
      const Triple query = told.queries[0].at(0);
      CHECK(query.edge == kBlankLabel);
      CHECK(told.waits[0] == 10);
      const auto& answer = told.answers[0];
      CHECK(answer.size() == told.distance(query.source, query.destination));
      as_asked += answer.size() == shape[2];
      ++all;
      uint32_t at = query.source;
      for (size_t i = 0; i < answer.size(); ++i) {
        CHECK(told.has(answer[i]));
        CHECK(answer[i].source == at);
        CHECK(told.shown[0][i] == (i == 0 ? Triple{} : answer[i - 1]));
        at = answer[i].destination;
      }
      CHECK(at == query.destination);
    }
  }
  CHECK(as_asked > all * 9 / 10);
}

TEST_CASE("shortest path: any shortest one is right, a longer one and one that goes astray are not") {
  // Two paths of two edges from a to d, one of three.
  const GraphShortestPathTask task(of_map("a\t1\tb\nb\t2\td\na\t3\tc\nc\t4\td\nc\t5\tb\n"));
  bool seen = false;
  for (uint64_t k = 0; k < 50 && !seen; ++k) {
    const Batch batch = sampled(task, {1, Split::kEval, k, 1}, {3, 0, 2});
    const ToldGraph told(batch, 0);
    const uint32_t start = told.queries[0][0].source, goal = told.queries[0][0].destination;
    std::vector<std::vector<Triple>> right, wrong;
    for (const Triple& first : told.edges)
      for (const Triple& second : told.edges)
        if (first.source == start && second.source == first.destination)
          (second.destination == goal ? right : wrong).push_back({first, second});
    REQUIRE(right.size() == 2);
    REQUIRE(!wrong.empty());
    for (const auto& path : right) CHECK(wrong_of(task, batch, path) == 0);
    for (const auto& path : wrong) CHECK(wrong_of(task, batch, path) == 1);
    seen = true;
  }
  CHECK(seen);
}

TEST_CASE("shortest path: the episode goes on from what was said, and asks from there") {
  const GraphShortestPathTask task({8, 8});
  size_t astray = 0, lost = 0;
  for (uint64_t k = 0; k < 40; ++k) {
    Batch batch = sampled(task, {1, Split::kTrain, k, 1}, {8, 15, 3});
    const ToldGraph before(batch, 0);
    const uint32_t goal = before.queries[0][0].destination;
    std::vector<Triple> said = before.answers[0];
    for (const Triple& edge : before.edges)  // the last edge that leaves the start, whatever it is good for
      if (edge.source == said[0].source) said[0] = edge;
    const std::vector<Real> logits = saying(said);
    const Steps steps(batch);
    const Window<const Real> window{logits.data(), 90, said.size(), 1, 90, 90 * said.size()};
    const Stream draw(1, Split::kTrain, Purpose::kTest, k);
    const bool changed = task.react({window, 0, steps.numbers}, 1, draw, batch, 0);
    const size_t first = steps.numbers[0];
    CHECK(ToldGraph::digits(batch.input(0, first)) == Triple{});
    CHECK(ToldGraph::digits(batch.input(0, first + 1)) == said[0]);
    if (said[0] != before.answers[0][0]) CHECK(changed);
    const size_t left = before.distance(said[0].destination, goal);
    if (left == 0) {  // no path leads from there
      ++lost;
      CHECK(all_scored(batch, 0, first + 1, false));
      continue;
    }
    astray += said[0] != before.answers[0][0];
    const Triple asked = ToldGraph::digits(batch.target.at(0, first + 1));
    CHECK(asked.source == said[0].destination);
    CHECK(before.has(asked));
    CHECK((asked.destination == goal ? 0 : before.distance(asked.destination, goal)) == left - 1);
    CHECK(task.react({window, 0, steps.numbers}, 0, draw, batch, 0) == changed);  // back to the right ones
    for (size_t i = 0; i < said.size(); ++i)
      CHECK(ToldGraph::digits(batch.target.at(0, first + i)) == before.answers[0][i]);
  }
  CHECK(astray > 10);
  CHECK(lost < 20);
}

TEST_CASE("inference: three queries, answered by the relation's edges, which nothing shows") {
  for (const bool families : {false, true}) {
    const GraphInferenceTask task({{1, 17}, families});
    std::set<size_t> lengths;
    for (uint64_t k = 0; k < 60; ++k) {
      const Shape shape = shape_of(task, k);
      const Batch batch = sampled(task, {1, Split::kTrain, 2 * k, 2}, shape);
      for (size_t b = 0; b < 2; ++b) {
        const ToldGraph told(batch, b);
        std::map<Way, uint32_t> leads;
        for (const Triple& edge : told.edges) {
          CHECK(edge.edge < 10);
          CHECK(leads.emplace(Way{edge.source, edge.edge}, edge.destination).second);
        }
        REQUIRE(told.queries.size() == 3);
        for (size_t q = 0; q < 3; ++q) {
          REQUIRE(told.queries[q].size() == 1);
          REQUIRE(told.answers[q].size() == 1);
          CHECK(told.waits[q] == 10);
          const Triple query = told.queries[q][0], answer = told.answers[q][0];
          const Relation& relation = relations()[query.edge - 10];
          const SizeRange length = inference_lessons()[shape[0] - 1].length;
          CHECK(relation.length >= length.min);
          CHECK(relation.length <= length.max);
          lengths.insert(relation.length);
          uint32_t at = query.source;
          for (const uint8_t kind : relation.sequence()) at = leads.at({at, kind});
          CHECK(answer == Triple{query.source, query.edge, at});
        }
      }
    }
    CHECK(lengths.size() == 4);
  }
}

TEST_CASE("inference: of a thousand questions a lesson none is answered by the one asked about, nor passes one twice") {
  constexpr uint64_t kEpisodes = 340;  // of three questions
  for (const bool families : {false, true})
    for (size_t lesson = 1; lesson <= inference_lessons().size(); ++lesson) {
      INFO("lesson " << lesson << (families ? " of families" : ""));
      const GraphInferenceTask task({{lesson, lesson}, families});
      size_t questions = 0, right = 0, again = 0;
      for (uint64_t k = 0; k < kEpisodes; ++k) {
        const Batch batch = sampled(task, {1, Split::kEval, k, 1}, shape_of(task, k));
        const GraphParts parts = parts_of(batch);
        for (const GraphQuestion& question : parts.questions) {
          const Triple query = triple_at(batch.input(0, question.query)),
                       answer = triple_at(batch.target.at(0, question.answer));
          std::vector<uint32_t> way{query.source};
          for (const uint8_t kind : relations()[query.edge - 10].sequence())
            for (size_t t = 0; t < parts.edges; ++t)
              if (const Triple edge = triple_at(batch.input(0, t)); edge.source == way.back() && edge.edge == kind) {
                way.push_back(edge.destination);
                break;
              }
          ++questions;
          right += way.size() == relations()[query.edge - 10].length + 1 && way.back() == answer.destination;
          again += std::set<uint32_t>(way.begin(), way.end()).size() < way.size() || answer.destination == query.source;
        }
      }
      CHECK(questions >= 1000);
      CHECK(right == questions);
      CHECK(again == 0);
    }
}

namespace {

/// A family by its edges, and who is what by the words' definitions.
struct Household {
  std::map<uint32_t, std::set<uint32_t>> parents, children;
  std::map<uint32_t, uint32_t> father;
  std::set<uint32_t> men;

  explicit Household(const std::vector<Triple>& edges) {
    for (const Triple& edge : edges) {
      if (edge.edge <= 1) {
        parents[edge.source].insert(edge.destination);
        children[edge.destination].insert(edge.source);
      }
      if (edge.edge == 0) father[edge.source] = edge.destination;
      if (edge.edge != 1 && edge.edge < 6) men.insert(edge.destination);
    }
  }
  using Some = std::set<uint32_t>;
  static Some all(const std::map<uint32_t, Some>& of, const Some& some, size_t times = 1) {
    Some now = some;
    for (; times > 0; --times) {
      Some next;
      for (const uint32_t one : now)
        if (of.contains(one)) next.insert(of.at(one).begin(), of.at(one).end());
      now = next;
    }
    return now;
  }
  Some siblings(const Some& some) const {
    Some found;
    for (const uint32_t one : some) {
      Some of_one = all(children, all(parents, {one}));
      of_one.erase(one);
      found.insert(of_one.begin(), of_one.end());
    }
    return found;
  }
  /// Whether `whom` is what a name says to `whose`.
  bool is(std::string name, uint32_t whose, uint32_t whom) const {
    Some start = all(parents, {whose});
    for (const bool paternal : {true, false}) {
      const std::string side = paternal ? "paternal " : "maternal ";
      if (!name.starts_with(side)) continue;
      name.erase(0, side.size());
      std::erase_if(start, [&](uint32_t one) { return (father.at(whose) == one) != paternal; });
    }
    size_t greats = 0;
    for (; name.starts_with("great-"); ++greats) name.erase(0, 6);
    const auto among = [&](const Some& some) { return some.contains(whom); };
    const auto one_of = [&](const char* he, const char* she) { return name == (men.contains(whom) ? he : she); };
    if (one_of("father", "mother")) return among(start);
    if (one_of("grandfather", "grandmother")) return among(all(parents, start, greats + 1));
    if (one_of("brother", "sister")) return among(siblings({whose}));
    if (one_of("uncle", "aunt")) return among(siblings(all(parents, start, greats)));
    if (name == "cousin") return among(all(children, siblings(start)));
    if (one_of("son", "daughter")) return among(all(children, {whose}));
    if (one_of("grandson", "granddaughter")) return among(all(children, {whose}, greats + 2));
    if (one_of("nephew", "niece")) return among(all(children, siblings({whose}), greats + 1));
    return one_of("husband", "wife") && among(all(parents, all(children, {whose})));
  }
};

}  // namespace

TEST_CASE("family tree: kin is what its name says, by the words' definitions") {
  const GraphInferenceTask task({{17, 17}, true});
  size_t named = 0;
  std::set<std::string> names;
  for (uint64_t k = 0; k < 400; ++k) {
    const Batch batch = sampled(task, {1, Split::kEval, k, 1}, shape_of(task, k));
    const ToldGraph told(batch, 0);
    const Household household(told.edges);
    const std::string text = task.show(batch, 0, nullptr);
    size_t at = 0;
    for (const auto& answers : told.answers) {
      at = text.find("means ", at) + 1;
      const std::string line = text.substr(at, text.find('\n', at) - at);
      if (!line.ends_with(')')) continue;
      const std::string name = line.substr(line.rfind('(') + 1, line.size() - line.rfind('(') - 2);
      INFO(text << name);
      CHECK(household.is(name, answers[0].source, answers[0].destination));
      names.insert(name);
      ++named;
    }
  }
  CHECK(named > 400);
  CHECK(names.contains("paternal uncle"));
  CHECK(names.contains("wife"));
}

TEST_CASE("graph tasks: a slot for each edge of the largest graph is enough, and no fewer are") {
  CHECK(GraphTraversalTask({1, 14}).must_hold() == 240);
  CHECK(GraphInferenceTask({{12, 12}, false}).must_hold() == 48);
  CHECK(GraphInferenceTask({{13, 14}, false}).must_hold() == 72);  // the later lesson has smaller graphs
  for (const auto& [first, last, most] :
       std::vector<std::array<size_t, 3>>{{1, 1, 12}, {2, 2, 12}, {1, 6, 64}, {13, 14, 64}, {1, 17, 92}}) {
    const GraphInferenceTask task({{first, last}, true});
    INFO("lessons " << first << " to " << last);
    CHECK(task.must_hold() == most);
    size_t largest = 0;
    for (uint64_t k = 0; k < 40; ++k)
      largest =
          std::max(largest, ToldGraph(sampled(task, {1, Split::kTrain, k, 1}, shape_of(task, k)), 0).edges.size());
    CHECK(largest <= most);
    CHECK(largest > most / 2);
  }
}

TEST_CASE("graph tasks: a file's graph is asked about, and told by its names") {
  const GraphTraversalTask traversal(of_map(kMap));
  const GraphShortestPathTask path(of_map(kMap));
  for (const Task* task : {static_cast<const Task*>(&traversal), static_cast<const Task*>(&path)}) {
    const Batch batch = sampled(*task, {1, Split::kEval, 0, 4}, {3, 0, 2});
    for (size_t b = 0; b < 4; ++b) CHECK(ToldGraph(batch, b).edges.size() == 7);
    CHECK_THAT(task->show(batch, 0, nullptr), Catch::Contains("Bank -red east-> Tower"));
    CHECK(task->must_hold() == 7);
  }
  NamedGraph family = parse_graph("f.tsv", "Ann\tfather\tBob\nBob\tfather\tCarl\nBob\tdaughter 1\tAnn\n");
  set_edge_kinds(family, "f.tsv");
  const GraphInferenceTask kin({{1, 1, std::make_shared<const NamedGraph>(family)}, true});
  CHECK_THAT(kin.show(sampled(kin, {1, Split::kEval, 0, 1}, {1, 0, 0}), 0, nullptr),
             Catch::Contains("Ann -father-> Bob"));
}

TEST_CASE("inference: what a file's family can be asked is listed once, not for every episode") {
  constexpr size_t kEpisodes = 30;
  std::string text;
  for (size_t child = 1; child < 1000; ++child)
    text += fmt::format("p{0}\tfather\tp{1}\np{1}\t{2}\tp{0}\n", child, (child - 1) / 8, 2 + (child - 1) % 8);
  NamedGraph family = parse_graph("f.tsv", text);
  set_edge_kinds(family, "f.tsv");
  const auto seconds = [](auto&& act) {
    const std::clock_t begin = std::clock();
    act();
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  RelationQueries queries;
  double listing = 1e9;
  for (size_t i = 0; i < 5; ++i) listing = std::min(listing, seconds([&] { queries.list(family.graph, {2, 5}); }));
  const GraphInferenceTask task({{17, 17, std::make_shared<const NamedGraph>(family)}, true});
  Batch batch;
  CHECK(seconds([&] {
          for (size_t k = 0; k < kEpisodes; ++k) task.sample({1, Split::kTrain, k, 1}, {17, 0, 0}, batch);
        }) < listing * kEpisodes / 2);
}

TEST_CASE("graph tasks: a file's graph in which there is nothing to ask is refused") {
  CHECK_THROWS_WITH(GraphShortestPathTask(of_map("a\tx\tb\nb\tx\ta\n")),
                    "task.path: got a graph in which no path has two edges; one to be looked for is needed");
  CHECK_THROWS_WITH(
      GraphTraversalTask(of_map("a\tx\tb\na\tx\tc\n")),
      "task.path: got a graph in which every edge has another of its label beside it; an edge that its source "
      "and label tell is needed");
  CHECK_THROWS_WITH(GraphTraversalTask({5, 4}), "task.min-lesson: got 5; at most task.max-lesson (4) is needed");
}

TEST_CASE("digits: a triple is wrong where one of its digits is") {
  const GraphTraversalTask task({1, 1});
  const Batch batch = sampled(task, {1, Split::kTrain, 0, 1}, {1, 5, 1});
  std::vector<Triple> said = ToldGraph(batch, 0).answers[0];
  CHECK(wrong_of(task, batch, said) == 0);
  said[0].edge = (said[0].edge + 100) % 1000;
  CHECK(wrong_of(task, batch, said) == 1);
  said[1] = said[0];
  CHECK(wrong_of(task, batch, said) == 2);
}
