#include "models/encoders/convolution_encoder.hpp"

#include "autodiff/ops/ragged.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

ConvolutionEncoder::ConvolutionEncoder(const Scope& scope, const ConvolutionEncoderSettings& settings, Layout layout)
    : source_("convolution", layout),
      layers_(scope / "convolution", settings, layout, "encoder.stride"),
      made_(layers_.made()),
      positions_(scope / "convolution", settings.positions, settings.size, grid()) {}

Reading ConvolutionEncoder::read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const {
  const auto cells = WholePicture::all_cells(context, grid());
  const Var annotations = positions_.added_to(layers_(context.tape, source_.picture(inputs, lengths)));
  return {annotations, mean_of(annotations, cells), cells};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
