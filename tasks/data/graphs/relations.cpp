#include "tasks/data/graphs/relations.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace tapehead {
namespace {

constexpr uint8_t kParents = 2;  // kinds 0 and 1 lead to parents

/// Up to ancestors, then down: a kind of edge for each step.
void draw_kin(Stream& draw, Relation& relation) {
  const auto up = static_cast<size_t>(draw.integer(0, static_cast<int64_t>(relation.length)));
  for (size_t i = 0; i < relation.length; ++i)
    relation.kinds[i] =
        static_cast<uint8_t>(i < up ? draw.integer(0, kParents - 1) : draw.integer(kParents, int64_t{kEdgeKinds} - 1));
}

std::vector<Relation> make_relations() {
  std::vector<Relation> all;
  Stream draw(1, Split::kShow, Purpose::kPermutation, 0);
  for (size_t length = kShortestRelation; length <= kLongestRelation; ++length) {
    std::set<std::array<uint8_t, kLongestRelation>> seen;
    while (seen.size() < kRelationsOfLength) {
      Relation relation{kFirstRelation + static_cast<uint32_t>(all.size()), length, {}};
      if (seen.size() < kRelationsOfLength / 2)
        draw_kin(draw, relation);
      else
        for (size_t i = 0; i < length; ++i)
          relation.kinds[i] = static_cast<uint8_t>(draw.integer(0, int64_t{kEdgeKinds} - 1));
      if (seen.insert(relation.kinds).second) all.push_back(relation);
    }
  }
  return all;
}

}  // namespace

std::span<const Relation> relations() {
  static const std::vector<Relation> all = make_relations();
  return all;
}

std::span<const Relation> relations_of(size_t length) {
  if (length < kShortestRelation || length > kLongestRelation)
    throw std::invalid_argument("relations: there are none of that length");
  return relations().subspan((length - kShortestRelation) * kRelationsOfLength, kRelationsOfLength);
}

std::string_view kin_edge(uint32_t kind) {
  constexpr std::array<std::string_view, kEdgeKinds> kNames{
      "father", "mother", "son 1", "son 2", "son 3", "son 4", "daughter 1", "daughter 2", "daughter 3", "daughter 4"};
  return kNames.at(kind);
}

}  // namespace tapehead
