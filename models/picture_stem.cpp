#include "models/picture_stem.hpp"

#include <fmt/format.h>

#include <array>

#include "autodiff/base/error.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Layout picture_of(const Spec& spec) {
  const Layout picture = spec.picture();
  if (!picture.is_picture())
    throw InputError(
        fmt::format("model.stem: got convolution, and a task whose steps are {} numbers or tokens; none, or a task of "
                    "pictures is needed, such as one-shot",
                    spec.features()));
  return picture;
}

}  // namespace

PictureStem::PictureStem(const Scope& scope, const ConvolutionLayersSettings& settings, const Spec& spec)
    : picture_(picture_of(spec)), step_(spec.features()), layers_(scope, settings, picture_, "model.stem-layers") {}

Var PictureStem::operator()(Tape& tape, Var step) const {
  const Var cells = layers_(tape, rows(step, 0, picture_.size()));
  const std::array both{reshape(cells, cells.size(), 1), step};
  return stack(both);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
