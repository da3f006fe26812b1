#include "models/encoders/whole_picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

WholePicture::WholePicture(const std::string& encoder, Layout layout) : layout_(layout) {
  if (!layout.is_picture())
    throw InputError(
        fmt::format("encoder: got {}, which reads pictures, and a source of steps of {} numbers or tokens; "
                    "a task of pictures is needed, such as fashion, without task.patch",
                    encoder, layout.size()));
}

Var WholePicture::picture(Var inputs, std::span<const uint32_t> lengths) const {
  for (const uint32_t length : lengths)
    if (length > 1) throw ShapeError(fmt::format("picture: got a source of {} steps; one picture is needed", length));
  return columns(inputs, 0, 1);
}

std::span<const uint32_t> WholePicture::all_cells(const Context& context, CellGrid grid) {
  uint32_t* const lengths = context.tape.keep<uint32_t>(context.batch);
  std::fill_n(lengths, context.batch, grid.cells());
  return {lengths, context.batch};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
