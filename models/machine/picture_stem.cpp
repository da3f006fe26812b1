#include "models/machine/picture_stem.hpp"

#include <fmt/format.h>

#include <array>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"

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

Var PictureStem::operator()(Tape& tape, Var steps) const {
  if (steps.cols == 1) return of_one(tape, steps);
  Var* const seen = tape.keep<Var>(steps.cols);
  for (size_t t = 0; t < steps.cols; ++t) seen[t] = of_one(tape, columns(steps, t, 1));
  return beside({seen, steps.cols});
}

Var PictureStem::of_one(Tape& tape, Var step) const {
  const Var cells = layers_(tape, rows(step, 0, picture_.size()));
  const std::array both{reshape(cells, cells.size(), 1), step};
  return stack(both);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
