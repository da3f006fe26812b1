#include "memory/ntm/content_addressing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void ContentAddressing::add_start_biases(const HeadBiases& start, std::span<Real> biases) const {
  biases[settings_.width] += start.strength;
}

Addressing::Addressed ContentAddressing::address(const Context&, Var controls, Var memory, const State&) const {
  const auto [key, strength] = split(controls, settings_.width, 1);
  return {settings_.content->weights(memory, key, softplus(strength)), {}};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
