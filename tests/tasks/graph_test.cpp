// Graphs, generated and read, against plain loops.

#include "tasks/data/graphs/graph.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "autodiff/base/error.hpp"
#include "tasks/data/graphs/family.hpp"
#include "tasks/data/graphs/graph_file.hpp"
#include "tasks/data/graphs/kin.hpp"
#include "tasks/data/graphs/lessons.hpp"
#include "tasks/data/graphs/relation_queries.hpp"
#include "tests/support/damaged.hpp"
#include "tests/support/error_of.hpp"

using namespace tapehead;

namespace {

/// Floyd & Warshall: the number of edges between each pair of nodes, `nodes` if there is no path.
std::vector<std::vector<size_t>> all_distances(const Graph& graph) {
  const size_t n = graph.nodes();
  std::vector<std::vector<size_t>> d(n, std::vector<size_t>(n, n));
  for (size_t i = 0; i < n; ++i) d[i][i] = 0;
  for (const Graph::Edge& edge : graph.edges) d[edge.from][edge.to] = 1;
  for (size_t k = 0; k < n; ++k)
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
  return d;
}

std::string graph_error(const std::string& text) {
  return testing::error_of([&] { parse_graph("map.tsv", text); });
}

}  // namespace

TEST_CASE("graphs: as many edges as a node is to have, to different others; labels told apart") {
  for (uint64_t k = 0; k < 50; ++k) {
    Stream draw(1, Split::kTrain, Purpose::kTest, k);
    Graph graph;
    const size_t nodes = 3 + k % 20;
    draw_nearest_neighbours(draw, nodes, {2, 4}, graph);
    label_edges(draw, graph);
    REQUIRE(graph.nodes() == nodes);
    CHECK(std::set<uint32_t>(graph.node_labels.begin(), graph.node_labels.end()).size() == nodes);
    CHECK(*std::max_element(graph.node_labels.begin(), graph.node_labels.end()) < kGraphLabels);
    size_t edges = 0;
    for (uint32_t node = 0; node < nodes; ++node) {
      std::set<uint32_t> to, labels;
      for (const Graph::Edge& edge : graph.from(node)) {
        CHECK(edge.from == node);
        CHECK(edge.to != node);
        to.insert(edge.to);
        labels.insert(graph.triple(edge).edge);
      }
      CHECK(to.size() >= 2);
      CHECK(to.size() <= std::min<size_t>(4, nodes - 1));
      CHECK(labels.size() == to.size());
      edges += to.size();
    }
    CHECK(edges == graph.edges.size());
  }
}

TEST_CASE("graphs: near is reached sooner than far, as neighbours in a square are, and not as at random") {
  // For two hundred points with an edge from each to its nearest, most edges are mutual (about 62 %: Clark 1955).
  Stream draw(1, Split::kTrain, Purpose::kTest, 99);
  Graph graph;
  size_t mutual = 0;
  draw_nearest_neighbours(draw, 200, {1, 1}, graph);
  for (const Graph::Edge& edge : graph.edges) mutual += graph.from(edge.to)[0].to == edge.from;
  CHECK(mutual > 100);
  CHECK(mutual < 150);
}

TEST_CASE("graphs: distances and shortest paths are those of Floyd and Warshall") {
  for (uint64_t k = 0; k < 30; ++k) {
    Stream draw(2, Split::kTrain, Purpose::kTest, k);
    Graph graph;
    draw_nearest_neighbours(draw, 4 + k, {1, 3}, graph);
    label_edges(draw, graph);
    const auto right = all_distances(graph);
    std::vector<uint32_t> distances;
    for (uint32_t goal = 0; goal < graph.nodes(); ++goal) {
      distances_to(graph, goal, distances);
      for (uint32_t node = 0; node < graph.nodes(); ++node) {
        if (right[node][goal] >= graph.nodes()) {
          CHECK(distances[node] == kUnreachable);
          CHECK(next_on_shortest_path(graph, node, distances) == nullptr);
          continue;
        }
        REQUIRE(distances[node] == right[node][goal]);
        uint32_t at = node, edges = 0;
        while (const Graph::Edge* edge = next_on_shortest_path(graph, at, distances)) at = edge->to, ++edges;
        CHECK(at == goal);
        CHECK(edges == distances[node]);
      }
    }
  }
}

TEST_CASE("graphs: a file's edges are those of its lines, by names") {
  const NamedGraph named = parse_graph("map.tsv",
                                       "# a few stations\n\nBank\tred\tTower Hill\r\nTower Hill\t red \tBank\n"
                                       "Bank\tblue\tMoorgate\n");
  CHECK(named.nodes == std::vector<std::string>{"Bank", "Tower Hill", "Moorgate"});
  CHECK(named.edges == std::vector<std::string>{"red", "blue"});
  REQUIRE(named.graph.edges.size() == 3);
  CHECK(named.graph.from(0).size() == 2);
  CHECK(named.graph.from(1)[0].to == 0);
  CHECK(named.graph.from(2).empty());
  const auto& labels = named.graph.node_labels;
  CHECK(std::set<uint32_t>(labels.begin(), labels.end()).size() == 3);
  CHECK(parse_graph("map.tsv", "a\tx\tb\nb\tx\tc\nc\ty\ta").graph.node_labels !=
        parse_graph("map.tsv", "a\tx\tb\nb\tx\ta").graph.node_labels);
}

TEST_CASE("graphs: a line that is no edge is refused with its number") {
  const std::string good = "a\tx\tb\n", three = "; a source, a tab, an edge, a tab and a destination are needed";
  CHECK(graph_error(good + "a b c\n") == "map.tsv:2: got no tabs in \"a b c\"" + three);
  CHECK(graph_error(good + "a\tx\tb\tc\n") == "map.tsv:2: got 3 tabs in \"a?x?b?c\"" + three);
  CHECK(graph_error(good + "a\t\tb\n") == "map.tsv:2: the edge is empty" + three);
  CHECK(graph_error(good + "a\tx\ta\n") ==
        "map.tsv:2: got an edge from \"a\" to itself; one that leads to another node is needed");
  CHECK(graph_error(good + good) == "map.tsv:2: \"a?x?b\" is there already; each edge once is needed");
  CHECK(graph_error(good) ==
        "map.tsv: got one edge; at least two edges, one a line (source, tab, edge, tab, destination), are needed");
  CHECK(graph_error("") ==
        "map.tsv: got no edge; at least two edges, one a line (source, tab, edge, tab, destination), are needed");
  CHECK(graph_error(good + "a\t\xff\tb\n") == "map.tsv:2: byte 3 of the line is not UTF-8; text in UTF-8 is needed");
  std::string many;
  for (size_t i = 0; i <= kGraphLabels; ++i) many += "s" + std::to_string(i) + "\tx\ts" + std::to_string(i + 1) + "\n";
  CHECK(graph_error(many) == "map.tsv:1000: got more than 1000 nodes; at most 1000, as there are labels, are needed");
}

TEST_CASE("graphs: damaged files are read, or refused in one line") {
  std::string text;
  for (int i = 0; i < 12; ++i)
    text +=
        "station " + std::to_string(i % 7) + "\tline " + std::to_string(i % 3) + "\tstop " + std::to_string(i) + "\n";
  testing::check_damaged(text, "\t\n# s", "map.tsv:", [](const std::string& t) { parse_graph("map.tsv", t); });
}

TEST_CASE("families: everybody who has a father has a mother, and is a son or a daughter of both") {
  for (uint64_t k = 0; k < 60; ++k) {
    Stream draw(3, Split::kTrain, Purpose::kTest, k);
    Graph graph;
    const size_t people = 3 + k % 23;
    draw_family(draw, people, graph);
    REQUIRE(graph.nodes() <= people);
    REQUIRE(graph.nodes() + 1 >= people);
    size_t children = 0;
    for (uint32_t one = 0; one < graph.nodes(); ++one) {
      std::set<uint32_t> kinds;
      const Graph::Edge *father = nullptr, *mother = nullptr;
      for (const Graph::Edge& edge : graph.from(one)) {
        CHECK(kinds.insert(edge.label).second);  // one of each kind
        if (edge.label == 0) father = &edge;
        if (edge.label == 1) mother = &edge;
        if (edge.label < 2) continue;
        const auto back = graph.from(edge.to);
        CHECK(std::count_if(back.begin(), back.end(), [&](const auto& e) { return e.to == one && e.label < 2; }) == 1);
      }
      REQUIRE((father == nullptr) == (mother == nullptr));
      if (!father) continue;
      ++children;
      CHECK(father->to != mother->to);
      const auto of = [&](uint32_t parent) {  // what this one is to a parent
        for (const Graph::Edge& edge : graph.from(parent))
          if (edge.to == one) return edge.label;
        return 0u;
      };
      CHECK(of(father->to) >= 2);
      CHECK(of(father->to) == of(mother->to));
    }
    CHECK(children > 0);
  }
}

TEST_CASE("families: a file's edges are kin, by name or digit") {
  NamedGraph named = parse_graph("f.tsv", "Ann\tFather\tBob\nBob\tdaughter 1\tAnn\nBob\tson1\tCarl\nCarl\t0\tBob\n");
  set_edge_kinds(named, "f.tsv");
  CHECK(named.graph.from(0)[0].label == 0);
  CHECK(named.graph.from(1)[0].label == 2);
  CHECK(named.graph.from(1)[1].label == 6);
  CHECK(named.graph.from(2)[0].label == 0);
  NamedGraph other = parse_graph("f.tsv", "Ann\tuncle\tBob\nBob\tson 1\tAnn\n");
  CHECK_THROWS_WITH(
      set_edge_kinds(other, "f.tsv"),
      "f.tsv: got an edge called \"uncle\"; father, mother, son 1 to son 4, daughter 1 to daughter 4, or a "
      "digit is needed");
  NamedGraph twice = parse_graph("f.tsv", "Ann\tfather\tBob\nAnn\tfather\tCarl\n");
  CHECK_THROWS_WITH(set_edge_kinds(twice, "f.tsv"),
                    "f.tsv: \"Ann\" has two edges of kind father; one of each kind is needed");
}

TEST_CASE("relations: a hundred different ones of each length, labelled from 10 on, those of length 2 all there are") {
  REQUIRE(relations().size() == 400);
  std::set<std::vector<uint8_t>> seen;
  for (size_t i = 0; i < relations().size(); ++i) {
    const Relation& relation = relations()[i];
    CHECK(relation.label == 10 + i);
    CHECK(relation.length == 2 + i / 100);
    CHECK(seen.emplace(relation.sequence().begin(), relation.sequence().end()).second);
    for (const uint8_t kind : relation.sequence()) CHECK(kind < kEdgeKinds);
  }
  CHECK(relations_of(5)[0].label == 310);
}

TEST_CASE("kin: called by who it is, whichever way leads there") {
  enum : uint32_t {
    kGreat,
    kGreatWife,
    kGrand,
    kGrandma,
    kGreatUncle,
    kDad,
    kUncle,
    kMum,
    kMe,
    kSister,
    kCousin,
    kAunt,
    kNephew,
    kInLaw,
    kOma
  };
  std::vector<Triple> family;
  const auto born = [&](uint32_t child, uint32_t father, uint32_t mother, uint32_t kind) {
    family.insert(family.end(), {{child, 0, father}, {child, 1, mother}, {father, kind, child}, {mother, kind, child}});
  };
  born(kGrand, kGreat, kGreatWife, 2);
  born(kGreatUncle, kGreat, kGreatWife, 3);
  born(kDad, kGrand, kGrandma, 2);
  born(kUncle, kGrand, kGrandma, 3);
  born(kMe, kDad, kMum, 2);
  born(kSister, kDad, kMum, 6);
  born(kCousin, kUncle, kAunt, 6);
  born(kNephew, kInLaw, kSister, 2);
  family.push_back({kOma, 6, kMum});  // told by the parent alone
  family.push_back({kMum, 1, kOma});
  const auto name = [&](uint32_t whose, uint32_t whom) { return kin_name(family, whose, whom); };
  CHECK(name(kMe, kDad) == "father");
  CHECK(name(kDad, kMe) == "son");
  CHECK(name(kMe, kSister) == "sister");
  CHECK(name(kMe, kGrandma) == "paternal grandmother");
  CHECK(name(kMe, kOma) == "maternal grandmother");
  CHECK(name(kMe, kGreatWife) == "paternal great-grandmother");
  CHECK(name(kGreat, kNephew) == "great-great-grandson");
  CHECK(name(kGreat, kMe) == "great-grandson");
  CHECK(name(kGrand, kSister) == "granddaughter");
  CHECK(name(kMe, kUncle) == "paternal uncle");
  CHECK(name(kMe, kGreatUncle) == "paternal great-uncle");
  CHECK(name(kGreatUncle, kMe) == "great-nephew");
  CHECK(name(kMe, kNephew) == "nephew");
  CHECK(name(kNephew, kMe) == "maternal uncle");
  CHECK(name(kMe, kCousin) == "paternal cousin");
  CHECK(name(kDad, kMum) == "wife");
  CHECK(name(kMum, kDad) == "husband");
  CHECK(name(kMe, kAunt) == "");  // by marriage
  CHECK(name(kMe, kMe) == "");
}

TEST_CASE("lessons: as the paper has them") {
  REQUIRE(traversal_lessons().size() == 14);
  REQUIRE(inference_lessons().size() == 17);
  REQUIRE(shortest_path_lessons().size() == 15);
  CHECK(traversal_lessons()[13].nodes == SizeRange{10, 40});
  CHECK(traversal_lessons()[13].length == SizeRange{1, 20});
  CHECK(inference_lessons()[16].nodes == SizeRange{20, 25});
  CHECK(shortest_path_lessons()[14].degree == SizeRange{2, 6});
  for (const auto lessons : {traversal_lessons(), inference_lessons(), shortest_path_lessons()})
    for (const GraphLesson& lesson : lessons)
      for (const SizeRange range : {lesson.nodes, lesson.degree, lesson.length}) {
        CHECK(range.min > 0);
        CHECK(range.min <= range.max);
      }
}
