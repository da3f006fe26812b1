#include "tasks/data/sequences/parts.hpp"

#include <map>
#include <utility>

namespace tapehead {
namespace {

constexpr uint64_t kHeldOut = 1;  // salt, so that this hash differs from the one that chose the test sources

}  // namespace

PartedPairs parted(std::vector<Pair> pairs, const Shares& shares) {
  PartedPairs all;
  for (Pair& pair : pairs) {
    const Part part = part_of(pair.source, shares);
    (part == Part::kTest         ? all.test
     : part == Part::kValidation ? all.validation
                                 : all.train)
        .push_back(std::move(pair));
  }
  return all;
}

PartedPairs held_out(std::vector<Pair> train, std::vector<Pair> test, double validation) {
  std::map<std::pair<std::string_view, std::string_view>, size_t> copies;
  for (const Pair& pair : train) ++copies[{pair.source, pair.target}];
  PartedPairs all;
  all.test = std::move(test);
  for (const Pair& pair : train) {
    const bool kept = copies[{pair.source, pair.target}] > 1 || place_of(pair.source, kHeldOut) >= validation;
    (kept ? all.train : all.validation).push_back(pair);
  }
  return all;
}

}  // namespace tapehead
