#include "models/looks/look_entropy.hpp"

#include <limits>

#include "autodiff/ops/chance.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var logits_of(Var weights) { return log(shift(weights, std::numeric_limits<Real>::min())); }

Var entropy_cost(Var logits, Var counts, Real factor) { return scale(sum(multiply(entropy(logits), counts)), -factor); }

}  // namespace tapehead::inline TAPEHEAD_REAL
