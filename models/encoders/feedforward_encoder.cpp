#include "models/encoders/feedforward_encoder.hpp"

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ragged.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

FeedforwardEncoder::FeedforwardEncoder(const Scope& scope, const FeedforwardEncoderSettings& settings, size_t x_size)
    : size_(settings.size),
      weights_((scope / "feedforward").add("weights", settings.size, x_size + 1, glorot_with_bias())),
      positions_(scope / "feedforward", settings.positions, settings.size, settings.max_steps, "encoder.max-steps") {}

Reading FeedforwardEncoder::read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const {
  const Var annotations = positions_.added_to(linear(context.tape.parameter(weights_), {inputs}), 0);
  return {annotations, mean_of(annotations, lengths), lengths};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
