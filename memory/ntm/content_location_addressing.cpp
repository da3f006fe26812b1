#include "memory/ntm/content_location_addressing.hpp"

#include "attention/moves/interpolate_shift_sharpen.hpp"
#include "attention/moves/steering.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void ContentLocationAddressing::add_start_biases(const HeadBiases& start, std::span<Real> biases) const {
  biases[settings_.width] += start.strength;
  biases[settings_.width + 1] += start.gate;
  biases[settings_.width + 2 + settings_.shifts] += start.sharpening;
}

Addressing::Addressed ContentLocationAddressing::address(const Context& context, Var controls, Var memory,
                                                         const State& past) const {
  const auto [key, steering_controls] = split(controls, settings_.width, settings_.shifts + 3);
  const Var steered =
      steering(steering_controls, sharpening_share(context, settings_.sharpening), settings_.sharpening.least);
  const auto [strength, gate, kernel, gamma] = split(steered, 1, 1, settings_.shifts, 1);
  const Var content = settings_.content->weights(memory, key, strength);
  const Var last = past.as<LastWeights>().weights;
  const Var weights = interpolate_shift_sharpen(content, last, gate, kernel, gamma);
  if (weights.tape->watcher()) {  // the stages fused in interpolate_shift_sharpen(), recomputed for the watcher
    const Var gated = mix(gate, content, last);
    watch_heads("gate", gate, kGate);
    watch_heads("gated", gated, kWeighting.called("gated"));
    watch_heads("shift", kernel, kShift);
    watch_heads("shifted", circular_convolution(gated, kernel), kWeighting.called("shifted"));
    watch_heads("sharpening", gamma, kStrength);
  }
  return {weights, State(*weights.tape, {weights})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
