#pragma once
// The nearest of many reference rows, for each of very many rows.

#include <cstddef>
#include <cstdint>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// `count` rows of `width` numbers, number by number: number j of row i is numbers[j·stride + i].
struct References {
  const Real* numbers;
  size_t stride, width, count;
};

/// nearest[r] = the reference whose product with row r (width×rows) is the largest; of equals the first. Products are
/// not stored: writing and searching them, as after a matrix product, would take longer than computing them.
void nearest_references(const References& references, const Real* rows, size_t count, uint32_t* nearest);

}  // namespace tapehead::inline TAPEHEAD_REAL
