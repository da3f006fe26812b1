#include "tasks/data/graphs/relations.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace tapehead {
namespace {

constexpr uint8_t kParents = 2, kSons = 4;  // kinds 0 and 1 lead to parents; then four sons and four daughters

bool leads_up(uint8_t kind) { return kind < kParents; }
bool is_man(uint8_t kind) { return leads_up(kind) ? kind == 0 : kind < kParents + kSons; }

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

std::string greats(size_t count) {
  std::string text;
  while (count-- > 0) text += "great-";
  return text;
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

std::string kin_name(std::span<const uint8_t> kinds) {
  const size_t up = static_cast<size_t>(std::find_if_not(kinds.begin(), kinds.end(), leads_up) - kinds.begin());
  const size_t down = kinds.size() - up;
  if (kinds.empty() || std::any_of(kinds.begin() + static_cast<std::ptrdiff_t>(up), kinds.end(), leads_up)) return "";
  const bool man = is_man(kinds.back());
  const std::string side = up < 2 ? "" : is_man(kinds.front()) ? "paternal " : "maternal ";
  const auto of_both = [&](const char* he, const char* she) { return man ? he : she; };
  if (up == 0) return down == 1 ? of_both("son", "daughter") : greats(down - 2) + of_both("grandson", "granddaughter");
  if (down == 0)
    return up == 1 ? of_both("father", "mother") : side + greats(up - 2) + of_both("grandfather", "grandmother");
  if (up == 1 && down == 1) return of_both("brother", "sister");
  if (up == 1) return greats(down - 2) + of_both("nephew", "niece");
  if (down == 1) return side + greats(up - 2) + of_both("uncle", "aunt");
  if (up == 2 && down == 2) return side + "cousin";
  return "";
}

}  // namespace tapehead
