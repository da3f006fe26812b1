#pragma once
// Relations: labels that stand for sequences of edges (Graves et al. 2016, Methods, "Inference").

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "tasks/data/graphs/graph.hpp"

namespace tapehead {

/// Kinds of edges in graphs with relations; these are their labels: 0 to 9.
inline constexpr uint32_t kEdgeKinds = 10;
/// In families: what the edge's end is to its beginning. Sons follow one another, and so do daughters.
inline constexpr uint32_t kFather = 0, kMother = 1, kFirstSon = 2, kFirstDaughter = 6;
/// The label of the first relation; the relations of length 2 come first, then those of 3, 4 and 5.
inline constexpr uint32_t kFirstRelation = kEdgeKinds;
inline constexpr size_t kRelationsOfLength = 100, kShortestRelation = 2, kLongestRelation = 5;

/// A sequence of edges, by kind.
struct Relation {
  uint32_t label = 0;
  size_t length = 0;
  std::array<uint8_t, kLongestRelation> kinds{};
  std::span<const uint8_t> sequence() const { return {kinds.data(), length}; }
};

/// All 400, by label: fixed, since their meaning has to be learned. A hundred of each length, which are all that there
/// are of length 2; of the others half occur in families (up, then down), so that families can be asked about.
std::span<const Relation> relations();
/// The hundred relations of one length, 2 to 5.
std::span<const Relation> relations_of(size_t length);

/// The name of a kind of edge in families: "father", "mother", "son 1" … "son 4", "daughter 1" … "daughter 4".
std::string_view kin_edge(uint32_t kind);

}  // namespace tapehead
