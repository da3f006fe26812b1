#pragma once
// Which of many rows of reference is the nearest, for each of very many rows.

#include <cstddef>
#include <cstdint>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// `count` rows of `width` numbers, number by number: number j of row i is numbers[j·stride + i].
struct References {
  const Real* numbers;
  size_t stride, width, count;
};

/// nearest[r] = the reference of which the product with row r (width×rows) is the largest; of equals the first. No
/// product is kept: as many as a matrix product would write there are of no use afterwards, and to write and to search
/// them takes longer than to make them.
void nearest_references(const References& references, const Real* rows, size_t count, uint32_t* nearest);

}  // namespace tapehead::inline TAPEHEAD_REAL
