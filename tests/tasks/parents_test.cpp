// Fathers are men and mothers are women, in the families that are drawn as in the names of kin.

#include <catch2/catch.hpp>

#include <map>

#include "tasks/data/graphs/family.hpp"
#include "tasks/data/graphs/relations.hpp"

namespace tapehead {

TEST_CASE("a father is somebody's son where his parents are known, a mother somebody's daughter") {
  size_t fathers = 0, mothers = 0;
  for (uint64_t k = 0; k < 60; ++k) {
    Stream draw(4, Split::kTrain, Purpose::kTest, k);
    Graph graph;
    draw_family(draw, 25, graph);
    std::map<uint32_t, std::string> born;  // what each is to their parents
    for (const Graph::Edge& edge : graph.edges)
      if (kin_edge(edge.label).find("son") == 0 || kin_edge(edge.label).find("daughter") == 0)
        born[edge.to] = kin_edge(edge.label);
    for (const Graph::Edge& edge : graph.edges) {
      if (born.count(edge.to) == 0) continue;
      if (kin_edge(edge.label) == "father") {
        ++fathers;
        REQUIRE(born.at(edge.to).find("son") == 0);
      }
      if (kin_edge(edge.label) == "mother") {
        ++mothers;
        REQUIRE(born.at(edge.to).find("daughter") == 0);
      }
    }
  }
  CHECK(fathers > 50);
  CHECK(mothers > 50);
}

TEST_CASE("edge 0 leads to the father and edge 1 to the mother, 2 to 5 to sons and 6 to 9 to daughters") {
  CHECK(kin_edge(0) == "father");
  CHECK(kin_edge(1) == "mother");
  for (uint32_t k = 0; k < 4; ++k) {
    CHECK(kin_edge(2 + k) == "son " + std::to_string(k + 1));
    CHECK(kin_edge(6 + k) == "daughter " + std::to_string(k + 1));
  }
}

}  // namespace tapehead
