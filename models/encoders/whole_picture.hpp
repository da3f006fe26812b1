#pragma once
// The input of encoders that read a picture at once.

#include <span>
#include <string>

#include "autodiff/tape/tape.hpp"
#include "models/encoders/encoder.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The one step of a source that is a picture.
class WholePicture final {
 public:
  /// encoder: its name, for errors. Throws InputError for a layout that is a vector's or a token's.
  WholePicture(const std::string& encoder, Layout layout);

  Layout layout() const { return layout_; }

  /// The picture of each item, one column. Throws ShapeError for more than one step.
  Var picture(Var inputs, std::span<const uint32_t> lengths) const;

  /// As many annotations for each item as the grid has cells.
  static std::span<const uint32_t> all_cells(const Context& context, CellGrid grid);

 private:
  Layout layout_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
