#include "models/encoders/recurrent_encoder.hpp"

#include <fmt/format.h>

#include <array>

#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/ragged.hpp"
#include "controllers/gru_cell.hpp"
#include "controllers/lstm_cell.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

RecurrentEncoder::RecurrentEncoder(const Scope& scope, const RecurrentEncoderSettings& settings, size_t x_size)
    : settings_(settings) {
  const Scope own = scope / (settings.cell == RecurrentCell::kLstm ? "lstm" : "gru");
  for (size_t i = 0; i < settings.layers; ++i) {
    const Scope layer = settings.layers == 1 ? own : own / fmt::format("layer-{}", i + 1);
    const size_t below = i == 0 ? x_size : size();
    for (size_t d = 0; d < directions(); ++d) {
      const Scope place = layer / (d == 0 ? "forward" : "backward");
      const auto weights = [&](const char* name, size_t inputs) {
        const double bound = glorot_bound(inputs, gates());
        return place.add(name, gates(), inputs + 1, uniform_apart(inputs, bound, bound));
      };
      const Parameter of_below = weights("weights", below);
      directions_.push_back({of_below, weights("own-weights", settings.size)});
    }
  }
}

size_t RecurrentEncoder::step_weights() const {
  return directions_.size() * gates() * settings_.size + (settings_.layers - 1) * directions() * gates() * size();
}

RecurrentEncoder::Passed RecurrentEncoder::pass(const Context& context, const Direction& direction, Var below,
                                                std::span<const uint32_t> lengths) const {
  Tape& tape = context.tape;
  const bool lstm = settings_.cell == RecurrentCell::kLstm;
  const Var from_below = linear(tape.parameter(direction.weights), {below}),
            own = tape.parameter(direction.own_weights);
  const size_t steps = from_below.cols;
  Var* const h = tape.keep<Var>(steps);
  Var* const c = lstm ? tape.keep<Var>(steps) : nullptr;
  const Var nothing = tape.filled(settings_.size, 1, context.batch, 0);
  for (size_t t = 0; t < steps; ++t) {
    const Var before = t == 0 ? nothing : h[t - 1], brought = columns(from_below, t, 1), kept = linear(own, {before});
    if (lstm) {
      const Var cells = lstm_cell(add(brought, kept), t == 0 ? nothing : c[t - 1]);
      h[t] = columns(cells, 0, 1);
      c[t] = columns(cells, 1, 1);
    } else {
      h[t] = gru_cell(brought, kept, before);
    }
  }
  Passed passed{beside({h, steps}), {last_of({h, steps}, lengths), {}}};
  if (lstm) passed.last[1] = last_of({c, steps}, lengths);
  return passed;
}

Reading RecurrentEncoder::read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const {
  Tape& tape = context.tape;
  const size_t values = this->values();
  Var* const ended = tape.keep<Var>(values * settings_.layers);
  Var below = inputs;
  for (size_t i = 0; i < settings_.layers; ++i) {
    const Direction* const layer = &directions_[i * directions()];
    if (i > 0) below = dropout(below, settings_.dropout, context);
    Passed ahead = pass(context, layer[0], below, lengths);
    if (settings_.both_ways) {
      const Passed back = pass(context, layer[1], reversed(below, lengths), lengths);
      ahead.outputs = stack(std::array{ahead.outputs, reversed(back.outputs, lengths)});
      for (size_t v = 0; v < values; ++v) ahead.last[v] = stack(std::array{ahead.last[v], back.last[v]});
    }
    std::copy_n(ahead.last.begin(), values, ended + i * values);
    below = ahead.outputs;
  }
  const std::span<const Var> all(ended, values * settings_.layers);
  return {below, ended[(settings_.layers - 1) * values], lengths, all, {}, State(tape, all)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
