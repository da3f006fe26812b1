#include "autodiff/ops/chosen.hpp"

#include <algorithm>

#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/fresh_gradient.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var chosen_columns(Var x, const uint32_t* chosen, size_t count) {
  Tape& tape = *x.tape;
  const auto from = tape.value(x);
  const size_t all = count * from.batch;
  if (std::any_of(chosen, chosen + all, [&](uint32_t c) { return c >= from.cols; }))
    shapes_do_not_fit("chosen_columns", {x}, "a column beyond the last is asked for");
  Var y = tape.make(x.rows, count, from.batch);
  Real* to = tape.fill(y).data;
  for (size_t i = 0; i < all; ++i, to += from.rows) std::copy_n(from.column(i / count, chosen[i]), from.rows, to);
  tape.tell([=] {  // only the chosen columns are read, and added to
    const size_t numbers = all * x.rows;
    const auto moved = static_cast<double>(numbers);
    return OpWork{{}, numbers * Work{1}, {2 * moved, 3 * moved}};
  });
  return tape.record(y, {x}, [=] {
    Tape& again = *x.tape;
    const Real* dy = again.gradient(y).data;
    const Gradient dx = again.touch(x);
    clear_if_fresh(dx);
    for (size_t i = 0; i < all; ++i, dy += dx.rows) {
      Real* const d = dx.column(i / count, chosen[i]);
      for (size_t r = 0; r < dx.rows; ++r) d[r] += dy[r];
    }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
