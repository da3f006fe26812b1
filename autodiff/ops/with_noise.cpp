#include "autodiff/ops/with_noise.hpp"

#include <cmath>

#include "autodiff/ops/drawn.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var with_noise(Var x, Real deviation, const Context& context) {
  if (!context.training() || deviation == 0) return x;
  const Real width = deviation * std::sqrt(Real(12));  // of a uniform number of this deviation
  return add(x, drawn("with_noise", x, context, [=](uint32_t number) {
               return width * (static_cast<Real>(number) * Real(0x1p-32) - Real(0.5));
             }));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
