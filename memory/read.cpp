#include "autodiff/base/gemm.hpp"
#include "autodiff/ops.hpp"
#include "memory/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var read(Var memory, Var weights) {
  constexpr auto kNo = Transpose::kNo, kYes = Transpose::kYes;
  Tape& tape = *memory.tape;
  const size_t slots = memory.rows, width = memory.cols, heads = weights.cols, batch = memory.batch();
  if (weights.rows != slots || weights.batch() != batch)
    shapes_do_not_fit("read", {memory, weights}, "a weighting needs one row for each slot of the memory");
  Var y = tape.make(width, heads, batch);
  {
    const auto m = tape.value(memory), w = tape.value(weights);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b)  // r = Mᵀ·w
      gemm(kYes, kNo, width, heads, slots, m.item(b), m.leading, w.item(b), w.leading, false, out.item(b), width);
  }
  return tape.record(y, {memory, weights}, [=] {
    Tape& t = *y.tape;
    const auto m = t.value(memory), w = t.value(weights), dr = t.gradient(y);
    if (t.wants(memory)) {  // dM = w·drᵀ
      const Gradient dm = t.touch(memory);
      for (size_t b = 0; b < batch; ++b)
        gemm(kNo, kYes, slots, width, heads, w.item(b), w.leading, dr.item(b), dr.leading, !dm.fresh, dm.item(b),
             dm.leading);
    }
    if (t.wants(weights)) {  // dw = M·dr
      const Gradient dw = t.touch(weights);
      for (size_t b = 0; b < batch; ++b)
        gemm(kNo, kNo, slots, heads, width, m.item(b), m.leading, dr.item(b), dr.leading, !dw.fresh, dw.item(b),
             dw.leading);
    }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
