#include "models/encoders/patch_encoder.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/ragged.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

ConvolutionShape patches_of(Layout layout, uint32_t patch) {
  if (layout.height % patch != 0 || layout.width % patch != 0)
    throw InputError(
        fmt::format("encoder.patch: got {} and pictures, or what a stem makes of them, of {}x{}; a divisor of height "
                    "and width is needed",
                    patch, layout.height, layout.width));
  return {layout.height, layout.width, layout.channels, patch, patch};
}

}  // namespace

PatchEncoder::PatchEncoder(const Scope& scope, const PatchEncoderSettings& settings, Layout layout)
    : size_(settings.size),
      dropout_(settings.dropout),
      source_("patches", layout),
      stem_(settings.stem > 0 ? std::optional<ConvolutionLayers>(
                                    std::in_place, scope / "patches" / "stem",
                                    ConvolutionLayersSettings{settings.size, settings.stem, settings.stem_kernel, 2},
                                    layout, "encoder.stem")
                              : std::nullopt),
      shape_(patches_of(stem_ ? stem_->made() : layout, settings.patch)),
      grid_{shape_.high(), shape_.across()},
      token_((scope / "patches").add("token", settings.size, shape_.window() + 1, glorot_with_bias())),
      positions_(scope / "patches", settings.positions, settings.size, grid_) {
  if (settings.layers > 0) layers_.emplace(scope / "patches", settings, settings.layers);
}

Reading PatchEncoder::read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const {
  Tape& tape = context.tape;
  const Var picture = source_.picture(inputs, lengths);
  const Var bare = convolution(tape.parameter(token_), stem_ ? (*stem_)(tape, picture) : picture, shape_);
  const Var tokens = dropout(positions_.added_to(bare), dropout_, context);
  Reading reading{};
  reading.lengths = WholePicture::all_cells(context, grid_);
  reading.annotations = layers_ ? (*layers_)(context, tokens, {}, &reading.made_of) : tokens;
  reading.summary = mean_of(reading.annotations, reading.lengths);
  return reading;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
