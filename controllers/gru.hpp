#pragma once
// The controller of gated recurrent units.

#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "controllers/whole_sequence.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct GruSettings {
  size_t size = 100;  ///< units a layer
  size_t layers = 1;
};

/// Layers of gated recurrent units, each fed by the one below; starting states learned, at first zero.
/// Weights of a layer, gates r, z, n: 3H×(x + reads + 1) for what comes from below, and 3H×(H + 1) for its own h, each
/// with its bias, for the reset gate stands between them. They start as those of the LSTM do: Glorot & Bengio's uniform
/// bound, for x apart from [reads; h], biases at 0. A whole sequence's products with what comes from below are one.
class GruController final : public Controller, public WholeSequence {
 public:
  /// x_size: features of the input; read_size: all reads together.
  GruController(const Scope& scope, const GruSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const GruSettings& settings) {
    return {settings.size, std::vector<size_t>(settings.layers, settings.size)};
  }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;
  Var whole(const Context& context, Var inputs) const override;

 private:
  struct Layer {
    Parameter weights, own_weights, h;
  };
  static Var next(Tape& tape, const Layer& layer, Var from_below, Var before);

  size_t size_;
  std::vector<Layer> layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
