#include "models/convolution_encoder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "autodiff/ragged.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The layers' shapes, from the picture on.
std::vector<ConvolutionShape> shapes_of(const ConvolutionEncoderSettings& settings, Layout layout) {
  std::vector<ConvolutionShape> shapes;
  auto [high, across, channels] = layout;
  for (size_t i = 0; i < settings.layers; ++i) {
    if (high % settings.stride != 0 || across % settings.stride != 0)
      throw InputError(
          fmt::format("encoder.stride: got {} for {} layers and pictures of {}x{} pixels; one that divides "
                      "height and width at each layer is needed",
                      settings.stride, settings.layers, layout.height, layout.width));
    shapes.push_back({high, across, channels, settings.kernel, settings.stride, settings.kernel / 2});
    high /= settings.stride;
    across /= settings.stride;
    channels = static_cast<uint32_t>(std::max<size_t>(1, settings.size >> (settings.layers - 1 - i)));
  }
  return shapes;
}

}  // namespace

ConvolutionEncoder::ConvolutionEncoder(const Scope& scope, const ConvolutionEncoderSettings& settings, Layout layout)
    : size_(settings.size),
      source_("convolution", layout),
      layers_([&] {
        std::vector<Layer> all;
        const auto shapes = shapes_of(settings, layout);
        for (size_t i = 0; i < shapes.size(); ++i) {
          const size_t out = i + 1 < shapes.size() ? shapes[i + 1].channels : settings.size;
          all.push_back({shapes[i], (scope / "convolution" / fmt::format("layer-{}", i + 1))
                                        .add("weights", out, shapes[i].window() + 1, glorot_with_bias())});
        }
        return all;
      }()),
      grid_{layers_.back().shape.high(), layers_.back().shape.across()},
      positions_(scope / "convolution", settings.positions, settings.size, grid_) {}

Reading ConvolutionEncoder::read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const {
  Var seen = source_.picture(inputs, lengths);
  for (const Layer& layer : layers_)
    seen = convolution(context.tape.parameter(layer.weights), seen, layer.shape, Rectified::kYes);
  const auto cells = WholePicture::all_cells(context, grid_);
  const Var annotations = positions_.added_to(seen);
  return {annotations, mean_of(annotations, cells), cells};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
