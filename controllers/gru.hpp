#pragma once
// The GRU controller.

#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "controllers/whole_sequence.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct GruSettings {
  size_t size = 100;  ///< units a layer
  size_t layers = 1;
  Real noise = 0;  ///< deviation of what is added to preactivations in training
};

/// For each layer.
struct GruState {
  TAPEHEAD_VALUES(h);
};

/// Layers of gated recurrent units, each fed by the one below; start states are learned, from zero.
/// Weights of a layer, gates r, z, n: 3H×(x + reads + 1) for the input from below and 3H×(H + 1) for its own h, each
/// with a bias, since the reset gate is applied between them. They start as the LSTM's do: within Glorot & Bengio's
/// bound, for x apart from [reads; h], biases at 0. For a whole sequence the products with the input from below are
/// one.
class GruController final : public Controller, public WholeSequence {
 public:
  /// x_size: features of the input; read_size: of all reads together.
  GruController(const Scope& scope, const GruSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const GruSettings& settings) {
    return {settings.size, std::vector<size_t>(settings.layers, settings.size)};
  }
  StateNames state_names() const override { return numbered(names_of<GruState>(), layers_.size()); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;
  Var whole(const Context& context, Var inputs) const override;
  std::optional<Var> output_in(Tape&, const State& state) const override { return state[layers_.size() - 1]; }

 private:
  struct Layer {
    Parameter weights, own_weights, h;
  };
  static Var next(Tape& tape, const Layer& layer, Var from_below, Var before);

  size_t size_;
  Real noise_;
  std::vector<Layer> layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
