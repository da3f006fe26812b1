#include "tasks/data/sequences/edit_distance.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tapehead {

size_t edit_distance(std::span<const uint32_t> said, std::span<const uint32_t> right) {
  std::vector<size_t> row(right.size() + 1);  // distances from the tokens of `said` so far to each prefix of `right`
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < said.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < right.size(); ++j) {
      const size_t exchanged = diagonal + (said[i] != right[j]);
      diagonal = std::exchange(row[j + 1], std::min({exchanged, row[j] + 1, row[j + 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace tapehead
