#pragma once
// The activation functions of hidden units.

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class Activation { kTanh, kSigmoid, kRelu, kGelu };

inline Var activate(Activation activation, Var x) {
  switch (activation) {
    case Activation::kTanh: return tanh(x);
    case Activation::kSigmoid: return sigmoid(x);
    case Activation::kRelu: return relu(x);
    case Activation::kGelu: return gelu(x);
  }
  return x;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
