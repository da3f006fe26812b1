#pragma once
// The affine layer, fused: one product for all inputs, columns and items, and a deferred weight gradient.

#include <span>
#include <string>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// W·[x₁; x₂; …; 1] for inputs of equal cols: W is out × (Σ rows + 1), its last column the bias. → out × cols. Inputs
/// of one item are repeated. The first input may be tokens: each then selects a column of W without a product, at a
/// cost independent of the vocabulary. Throws ShapeError where W's columns do not fit.
Var linear(Var weights, std::span<const Var> inputs);
Var linear(Var weights, std::initializer_list<Var> inputs);

/// Wᵀ·x + b: what a table W of embeddings (k × n) says of x (k × cols), with the bias b (n × 1). → n × cols. As
/// matmul_transposed() and add(), but a large vocabulary's answers pass the cache once. W and b are of one item.
Var linear_transposed(Var weights, Var x, Var bias);

}  // namespace tapehead::inline TAPEHEAD_REAL
