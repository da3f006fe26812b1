#include "autodiff/ops.hpp"
#include "memory/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var read(Var memory, Var weights) {
  Tape& tape = *memory.tape;
  const size_t slots = memory.rows, width = memory.cols, heads = weights.cols, batch = memory.batch();
  if (weights.rows != slots || weights.batch() != batch)
    shapes_do_not_fit("read", {memory, weights}, "a weighting needs one row for each slot of the memory");
  Var y = tape.make(width, heads, batch);
  {
    const auto m = tape.value(memory), w = tape.value(weights);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b)
      for (size_t j = 0; j < width; ++j) {
        const Real* __restrict column = m.column(b, j);
        for (size_t h = 0; h < heads; ++h) {
          const Real* __restrict weight = w.column(b, h);
          Real total = 0;
#pragma omp simd reduction(+ : total)
          for (size_t n = 0; n < slots; ++n) total += column[n] * weight[n];
          out.column(b, h)[j] = total;
        }
      }
  }
  return tape.record(y, {memory, weights}, [=] {  // dM = w·drᵀ, dw = M·dr
    Tape& t = *y.tape;
    const auto m = t.value(memory), w = t.value(weights), dr = t.gradient(y);
    const auto [dm, dw] = t.touch(std::array{memory, weights});
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h)
        for (size_t j = 0; j < width; ++j) {
          const Real d = dr.column(b, h)[j];
          if (dm.data) {
            const Real* __restrict weight = w.column(b, h);
            Real* __restrict to = dm.column(b, j);
            if (dm.fresh && h == 0)
              for (size_t n = 0; n < slots; ++n) to[n] = d * weight[n];
            else
              for (size_t n = 0; n < slots; ++n) to[n] += d * weight[n];
          }
          if (dw.data) {
            const Real* __restrict column = m.column(b, j);
            Real* __restrict to = dw.column(b, h);
            if (dw.fresh && j == 0)
              for (size_t n = 0; n < slots; ++n) to[n] = d * column[n];
            else
              for (size_t n = 0; n < slots; ++n) to[n] += d * column[n];
          }
        }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
