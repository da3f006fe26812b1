#include "attention/scores/location_similarity.hpp"

#include <fmt/format.h>

#include <cmath>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

LocationSimilarity::LocationSimilarity(const Scope& scope, SimilarityWidths widths, size_t places)
    : weights_(scope.add("weights", places, widths.key,
                         uniform(std::sqrt(Real(6) / static_cast<Real>(widths.key + places))))) {}

Var LocationSimilarity::scores(Var memory, Var keys) const {
  const Var places = matmul(memory.tape->parameter(weights_), keys);
  if (memory.rows > places.rows)
    throw InputError(fmt::format("memory.similarity-places: got {}, and {} slots to look at; as many are needed",
                                 places.rows, memory.rows));
  return rows(places, 0, memory.rows);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
