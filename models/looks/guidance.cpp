#include "models/looks/guidance.hpp"

#include <algorithm>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Keeps the gradient of the logarithm finite for looks that see nothing of the gold region, as windows may.
constexpr Real kLeast = Real(1e-20);

}  // namespace

Var told_of(Tape& tape, const Batch& batch, size_t first, std::span<const uint32_t> looks, CellGrid grid, size_t slots,
            size_t most_looks) {
  const Var told = tape.filled(slots, most_looks, looks.size(), 0);
  const auto to = tape.fill(told);
  for (size_t b = 0; b < looks.size(); ++b)
    for (size_t t = 0; t < looks[b]; ++t) {
      const size_t step = (first + b) * batch.steps() + t;
      Real* const column = to.column(b, t);
      if (grid.cells() > 0 && !batch.boxes.empty()) {
        for (size_t s = 0; s < slots && !batch.boxes[step].empty(); ++s)
          column[s] = static_cast<Real>(
              share_within(batch.boxes[step], s, grid.across, grid.high, batch.inputs[kSourceInput].shape.layout));
      } else if (!batch.aligned.empty() && batch.aligned[step] < slots) {
        column[batch.aligned[step]] = 1;
      }
    }
  return told;
}

Var guidance_cost(Var weights, Var told, Real factor) {
  Tape& tape = *told.tape;
  const Var counts = tape.filled(1, told.cols, told.batch(), 0);
  const auto shares = tape.value(told);
  for (size_t b = 0; b < shares.batch; ++b)
    for (size_t t = 0; t < shares.cols; ++t)
      if (std::any_of(shares.column(b, t), shares.column(b, t) + shares.rows, [](Real share) { return share > 0; }))
        *tape.fill(counts).column(b, t) = 1;
  const Var within = shift(sum_rows(multiply(weights, told)), kLeast);
  return scale(sum(multiply(log(within), counts)), -factor);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
