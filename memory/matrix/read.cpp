#include "autodiff/base/gemm.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var read(Var memory, Var weights) {
  constexpr auto kNo = Transpose::kNo, kYes = Transpose::kYes;
  Tape& tape = *memory.tape;
  const size_t slots = memory.rows, width = memory.cols, heads = weights.cols, batch = memory.batch();
  if (weights.rows != slots || weights.batch() != batch)
    shapes_do_not_fit("read", {memory, weights}, "a weighting needs one row for each slot of the memory");
  Var y = tape.make(width, heads, batch);
  {
    const auto m = tape.value_by_item(memory), w = tape.value_by_item(weights);
    const auto out = tape.fill(y);
    tape.each_item(batch, [=](size_t b) {  // r = Mᵀ·w
      gemm(kYes, kNo, width, heads, slots, m.item(b), m.leading, w.item(b), w.leading, false, out.item(b), width);
    });
  }
  tape.tell([=, &tape] {
    const Work product = batch * product_work(slots, heads, width);
    return OpWork{product, (size_t{tape.wants(memory)} + tape.wants(weights)) * product};
  });
  return tape.record_by_item(y, {memory, weights}, [=] {
    Tape& t = *y.tape;
    const auto m = t.value_by_item(memory), w = t.value_by_item(weights), dr = t.gradient(y);
    const Gradient dm = t.wants(memory) ? t.touch(memory) : Gradient{},
                   dw = t.wants(weights) ? t.touch(weights) : Gradient{};
    t.each_item(batch, [=](size_t b) {
      if (dm.data)  // dM = w·drᵀ
        gemm(kNo, kYes, slots, width, heads, w.item(b), w.leading, dr.item(b), dr.leading, !dm.fresh, dm.item(b),
             dm.leading);
      if (dw.data)  // dw = M·dr
        gemm(kNo, kNo, slots, heads, width, m.item(b), m.leading, dr.item(b), dr.leading, !dw.fresh, dw.item(b),
             dw.leading);
    });
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
