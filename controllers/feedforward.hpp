#pragma once
// The feedforward controller: one hidden layer, no state of its own.

#include "autodiff/tape/scope.hpp"
#include "controllers/activation.hpp"
#include "controllers/controller.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct FeedforwardSettings {
  size_t size = 100;
  Activation activation = Activation::kTanh;
};

/// h = f(W·[x; reads; 1]). Weights size×(inputs + 1), starting uniform within Glorot & Bengio's bound, biases at 0.
class FeedforwardController final : public Controller {
 public:
  FeedforwardController(const Scope& scope, const FeedforwardSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const FeedforwardSettings& settings) { return {settings.size}; }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;

 private:
  FeedforwardSettings settings_;
  Parameter weights_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
