#include "models/encoders/transformer_encoder.hpp"

#include <algorithm>

#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ragged.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TransformerEncoder::TransformerEncoder(const Scope& scope, const TransformerEncoderSettings& settings, size_t x_size)
    : size_(settings.size),
      dropout_(settings.dropout),
      token_((scope / "transformer").add("token", settings.size, x_size + 1, glorot_with_bias())),
      positions_(scope / "transformer", settings.positions, settings.size, settings.max_steps, "encoder.max-steps"),
      layers_(scope / "transformer", settings, settings.layers) {}

Reading TransformerEncoder::read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const {
  Tape& tape = context.tape;
  const Var there = tape.filled(inputs.cols, 1, lengths.size(), 0);
  for (size_t b = 0; b < lengths.size(); ++b) std::fill_n(tape.fill(there).item(b), lengths[b], Real{1});
  const Var bare = linear(tape.parameter(token_), {inputs});
  const Var tokens = dropout(positions_.added_to(bare, 0), dropout_, context);
  Reading reading{};
  reading.lengths = lengths;
  reading.annotations = layers_(context, tokens, there, &reading.made_of);
  reading.summary = mean_of(reading.annotations, lengths);
  return reading;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
