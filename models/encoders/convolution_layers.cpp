#include "models/encoders/convolution_layers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

namespace {

/// Padding such that only the stride reduces the grid; of an odd number of pixels one more is before than after.
uint32_t padding(uint32_t kernel, uint32_t stride) { return kernel > stride ? (kernel - stride + 1) / 2 : 0; }

}  // namespace

ConvolutionLayers::ConvolutionLayers(const Scope& scope, const ConvolutionLayersSettings& settings, Layout layout,
                                     const std::string& option) {
  auto [high, across, channels] = layout;
  for (size_t i = 0; i < settings.layers; ++i) {
    if (high % settings.stride != 0 || across % settings.stride != 0)
      throw InputError(
          fmt::format("{}: got {} layers of stride {}, and pictures of {}x{} pixels; strides that divide height and "
                      "width at each layer are needed",
                      option, settings.layers, settings.stride, layout.height, layout.width));
    const ConvolutionShape shape{
        high, across, channels, settings.kernel, settings.stride, padding(settings.kernel, settings.stride)};
    high = shape.high();
    across = shape.across();
    channels = static_cast<uint32_t>(std::max<size_t>(1, settings.size >> (settings.layers - 1 - i)));
    layers_.push_back(
        {shape, channels,
         (scope / fmt::format("layer-{}", i + 1)).add("weights", channels, shape.window() + 1, glorot_with_bias())});
  }
}

Var ConvolutionLayers::operator()(Tape& tape, Var picture) const {
  for (const Layer& layer : layers_)
    picture = convolution(tape.parameter(layer.weights), picture, layer.shape, Rectified::kYes);
  return picture;
}

Layout ConvolutionLayers::made() const {
  const auto& [shape, channels, weights] = layers_.back();
  return {shape.high(), shape.across(), static_cast<uint32_t>(channels)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
