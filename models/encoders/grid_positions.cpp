#include "models/encoders/grid_positions.hpp"

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

GridPositions::GridPositions(const Scope& scope, Positions kind, size_t size, CellGrid grid) : kind_(kind) {
  if (kind == Positions::kLearned) learned_ = scope.add("positions", size, grid.cells(), normal(kPositionDeviation));
  if (kind != Positions::kSinusoidal) return;
  const size_t above = (size + 1) / 2;
  const Waves line(above), within(size - above);
  codes_.resize(size * grid.cells());
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    Real* const code = codes_.data() + cell * size;
    line.put(static_cast<double>(cell / grid.across), code);
    within.put(static_cast<double>(cell % grid.across), code + above);
  }
}

Var GridPositions::added_to(Var bare) const {
  if (kind_ == Positions::kNone) return bare;
  Tape& tape = *bare.tape;
  return add(bare, kind_ == Positions::kLearned ? tape.parameter(learned_)
                                                : tape.constant(bare.rows, bare.cols, 1, codes_.data()));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
