#include "autodiff/ops/dropout.hpp"

#include <cmath>

#include "autodiff/ops/drawn.hpp"
#include "autodiff/ops/elementwise.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var dropout(Var x, Real rate, const Context& context) {
  if (!context.training() || rate == 0) return x;
  const auto limit = static_cast<uint32_t>(std::ldexp(static_cast<double>(rate), 32));
  const Var factors =
      drawn("dropout", x, context, [=](uint32_t number) { return number < limit ? 0 : 1 / (1 - rate); });
  Var y = like(x);
  map(
      y, [](Real v, Real factor) { return v * factor; }, x, factors);
  tell_each(y, {x}, {1}, {1});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real factor) { return dy * factor; }, factors);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
