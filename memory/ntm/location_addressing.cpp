#include "memory/ntm/location_addressing.hpp"

#include "attention/moves/interpolate_shift_sharpen.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void LocationAddressing::add_start_biases(const HeadBiases& start, std::span<Real> biases) const {
  biases[settings_.shifts] += start.sharpening;
}

Addressing::Addressed LocationAddressing::address(const Context& context, Var controls, Var, const State& past) const {
  const auto [shift_control, sharpening_control] = split(controls, settings_.shifts, 1);
  const Var kernel = softmax(shift_control);
  const Var gamma = sharpening(context, sharpening_control, settings_.sharpening);
  const Var shifted = circular_convolution(past.as<LastWeights>().weights, kernel);
  const Var weights = sharpen(shifted, gamma);
  watch_heads("shift", kernel, kShift);
  watch_heads("shifted", shifted, kWeighting.called("shifted"));
  watch_heads("sharpening", gamma, kStrength);
  return {weights, State(*weights.tape, {weights})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
