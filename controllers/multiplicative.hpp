#pragma once
// The controller of multiplicative recurrent layers.

#include <vector>

#include "controllers/controller.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct MultiplicativeSettings {
  size_t size = 100;  ///< units a layer
  size_t layers = 1;
  size_t factors = 200;  ///< products a layer
};

/// For each layer.
struct MultiplicativeState {
  TAPEHEAD_VALUES(h);
};

/// Layers whose recurrent weights depend on the input: f = (W_f·[x; reads; 1]) ∘ (W_o·[h₋; 1]),
/// h = tanh(W·[x; reads; f; 1]) (Sutskever, Martens & Hinton 2011, "Generating text with recurrent neural networks",
/// eqs. 4–5, with biases). What a state becomes under each of many tokens, as a group's elements, is a matrix of its
/// own: an element of W_f weighs a product of rank one. Each layer is fed by the one below; start states are learned,
/// from zero. Weights of a layer: W_f is F×(inputs + 1), W_o F×(H + 1), W H×(inputs + F + 1). W_f starts at U(±1) for
/// x, so that a token's factors are of unit size, and with unit outputs for what is below or read; W with products of
/// such factors, a third of the variance, made up for; biases at 0.
class MultiplicativeController final : public Controller {
 public:
  /// x_size: features of the input; read_size: of all reads together.
  MultiplicativeController(const Scope& scope, const MultiplicativeSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const MultiplicativeSettings& settings) {
    return {settings.size, std::vector<size_t>(settings.layers, settings.size)};
  }
  StateNames state_names() const override { return numbered(names_of<MultiplicativeState>(), layers_.size()); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;
  std::optional<Var> output_in(Tape&, const State& state) const override { return state[layers_.size() - 1]; }

 private:
  struct Layer {
    Parameter factors, own_weights, weights, h;
  };

  std::vector<Layer> layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
