#pragma once
// The LSTM controller.

#include <vector>

#include "autodiff/scope.hpp"
#include "controllers/controller.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct LstmSettings {
  size_t size = 100;  ///< cells a layer
  size_t layers = 1;
};

/// Layers of LSTM cells, each fed by the one below; starting states learned, at first zero.
/// Weights of a layer: 4H×(inputs + H + 1), gates i, f, o, u; columns: x, reads, own h, bias. They start at Glorot &
/// Bengio's uniform bound, for x apart from [reads; h] (measured to learn faster than one bound for all), biases at 0.
class LstmController final : public Controller {
 public:
  /// x_size: features of the input; read_size: all reads together.
  LstmController(const Scope& scope, const LstmSettings& settings, size_t x_size, size_t read_size);

  size_t output_size() const override { return size_; }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;

 private:
  struct Layer {
    Parameter weights, h, c;
  };
  size_t size_;
  std::vector<Layer> layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
