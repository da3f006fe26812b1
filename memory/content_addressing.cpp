#include "memory/content_addressing.hpp"

#include "attention/cosine.hpp"
#include "autodiff/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var content_weights(Var memory, Var key, Var strength, bool squash_key) {
  const Var k = squash_key ? tanh(key) : key;
  const Var beta = softplus(strength);
  const Var weights = softmax(multiply(beta, cosine(memory, k)));
  watch_heads("key", k);
  watch_heads("strength", beta);
  watch_heads("content", weights);
  return weights;
}

void ContentAddressing::add_start_biases(const HeadBiases& start, std::span<Real> biases) const {
  biases[settings_.width] += start.strength;
}

Addressing::Focus ContentAddressing::focus(Var controls, Var memory, const State&) const {
  const auto [key, strength] = split(controls, settings_.width, 1);
  return {content_weights(memory, key, strength, settings_.squash_keys), {}};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
