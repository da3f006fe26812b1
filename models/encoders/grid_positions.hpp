#pragma once
// Position codes of the cells of a grid over a picture.

#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/positions.hpp"
#include "models/encoders/encoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The position codes of a cell: sinusoids for its line in the first half of the numbers and for its place within the
/// line in the second (as Carion et al. 2020, section A.4); or a learned vector for each cell, starting at N(0, 0.02²)
/// (Dosovitskiy et al. 2021); or none, and then a picture is a bag of cells.
class GridPositions final {
 public:
  GridPositions(const Scope& scope, Positions kind, size_t size, CellGrid grid);

  /// bare: size×cells; → with the codes of their places added.
  Var added_to(Var bare) const;

 private:
  Positions kind_;
  Parameter learned_{};
  std::vector<Real> codes_;  ///< sinusoids: size×cells
};

}  // namespace tapehead::inline TAPEHEAD_REAL
