#include "autodiff/ops/dropout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "autodiff/ops/elementwise.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var dropout(Var x, Real rate, const Context& context) {
  if (!context.training() || rate == 0) return x;
  Noise& noise = context.noise;
  const size_t batch = x.batch();
  if (noise.size() != batch)
    throw ShapeError(
        fmt::format("dropout: got {} streams for a batch of {}; one for each is needed", noise.size(), batch));
  Tape& tape = *x.tape;
  const Var factors = tape.make(x.rows, x.cols, batch);  // 0 or 1/(1 − rate)
  const auto limit = static_cast<uint32_t>(std::ldexp(static_cast<double>(rate), 32));
  const auto to = tape.fill(factors);
  constexpr size_t kAtOnce = 256;
  std::array<uint32_t, kAtOnce> numbers;
  for (size_t b = 0; b < batch; ++b)
    for (size_t from = 0; from < x.size(); from += kAtOnce) {
      const size_t count = std::min(kAtOnce, x.size() - from);
      noise.of(b).bits({numbers.data(), count});
      for (size_t i = 0; i < count; ++i) to.item(b)[from + i] = numbers[i] < limit ? 0 : 1 / (1 - rate);
    }
  Var y = like(x);
  map(
      y, [](Real v, Real factor) { return v * factor; }, x, factors);
  tell_each(y, {x}, {1}, {1});
  return tape.record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real factor) { return dy * factor; }, factors);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
