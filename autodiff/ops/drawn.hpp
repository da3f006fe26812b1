#pragma once
// Numbers drawn for each element of a value: what the ops of training noise share.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "autodiff/base/error.hpp"
#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A constant as large as x: of(u) of a u in [0, 2³²) for each element. Episode b draws from stream b, column by
/// column, one number an element. Throws ShapeError in the name of `op` where the number of items is not that of the
/// streams.
template <class Function>
Var drawn(const char* op, Var x, const Context& context, Function of) {
  Noise& noise = context.noise;
  const size_t batch = x.batch();
  if (noise.size() != batch)
    throw ShapeError(
        fmt::format("{}: got {} streams for a batch of {}; one for each is needed", op, noise.size(), batch));
  Tape& tape = *x.tape;
  const Var values = tape.make(x.rows, x.cols, batch);
  const auto to = tape.fill(values);
  constexpr size_t kAtOnce = 256;
  std::array<uint32_t, kAtOnce> numbers;
  for (size_t b = 0; b < batch; ++b)
    for (size_t from = 0; from < x.size(); from += kAtOnce) {
      const size_t count = std::min(kAtOnce, x.size() - from);
      noise.of(b).bits({numbers.data(), count});
      for (size_t i = 0; i < count; ++i) to.item(b)[from + i] = of(numbers[i]);
    }
  return values;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
