#include "memory/stacks/rolls.hpp"

#include <array>

#include "attention/fused/step_kernels.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// How many cells further on each way of rolling takes cell i from, below `cells`.
std::array<size_t, kRolls> sources(Real jump, size_t cells) {
  const size_t far = static_cast<size_t>(jump) % cells, near = 1 % cells;
  return {0, near, cells - near, far, cells - far};
}

}  // namespace

Var rolled(Var cells, Var shares, Var jump) {
  Tape& tape = *cells.tape;
  const size_t width = cells.rows, count = cells.cols, batch = cells.batch();
  if (shares.rows != kRolls || shares.cols != 1 || jump.rows != 1 || jump.cols != 1 || shares.batch() != batch ||
      jump.batch() != batch)
    shapes_do_not_fit("rolled", {cells, shares, jump}, "a share for each way, and how far a jump goes, are needed");
  const Var y = tape.make(width, count, batch);
  const auto x = tape.value(cells), a = tape.value(shares), far = tape.value(jump);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b) {
    const auto from = sources(*far.item(b), count);
    const Real* const share = a.item(b);
    for (size_t i = 0; i < count; ++i) {
      std::array<const Real*, kRolls> column;
      for (size_t k = 0; k < kRolls; ++k) column[k] = x.column(b, (i + from[k]) % count);
      Real* const to = out.column(b, i);
      for (size_t r = 0; r < width; ++r) {
        Real sum = 0;
        for (size_t k = 0; k < kRolls; ++k) sum += share[k] * column[k][r];
        to[r] = sum;
      }
    }
  }
  tape.tell([&] {
    const Work once = batch * count * width * Work{2 * kRolls};
    return OpWork{once, size_t{tape.wants(cells)} * once + size_t{tape.wants(shares)} * once};
  });
  return tape.record(y, {cells, shares}, [=] {
    Tape& t = *y.tape;
    const auto v = t.value(cells), w = t.value(shares), step = t.value(jump), dy = t.gradient(y);
    if (t.wants(shares)) {  // all of it before the cells', which may lie in the same node
      const Gradient d = touch_to_add(t, shares);
      for (size_t b = 0; b < batch; ++b) {
        const auto from = sources(*step.item(b), count);
        for (size_t i = 0; i < count; ++i)
          for (size_t k = 0; k < kRolls; ++k)
            d.item(b)[k] += dot<Real>(v.column(b, (i + from[k]) % count), dy.column(b, i), width);
      }
    }
    if (!t.wants(cells)) return;
    const Gradient d = touch_to_add(t, cells);
    for (size_t b = 0; b < batch; ++b) {
      const auto from = sources(*step.item(b), count);
      for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < kRolls; ++k) {
          const Real share = w.item(b)[k], *const of = dy.column(b, i);
          Real* const to = d.column(b, (i + from[k]) % count);
          for (size_t r = 0; r < width; ++r) to[r] += share * of[r];
        }
    }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
