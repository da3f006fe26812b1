#include "controllers/layer_associations.hpp"

#include <cmath>

#include "attention/associations.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Initializer within_one_by_root(size_t inputs) {
  return uniform(static_cast<Real>(1 / std::sqrt(static_cast<double>(inputs))));
}

struct Recalled {
  Var values, weights;  ///< Aᵀφ/(zᵀφ + ε); zᵀφ
};

Recalled recalled(Var features, const Associations& past) {
  const Var weights = matmul_transposed(past.normaliser, features);
  return {mean_of(matmul_transposed(past.memory, features), weights), weights};
}

}  // namespace

LayerAssociations::LayerAssociations(const Scope& scope, size_t size, size_t key, const Features& features)
    : features_(features),
      query_(scope.add("query", key, size, within_one_by_root(size))),
      key_(scope.add("key", key, size, within_one_by_root(size))),
      value_(scope.add("value", size, size, zeros())),
      strength_(scope.add("strength", 1, size + 1, within_one_by_root(size))) {}

Var LayerAssociations::features_of(const Parameter& weights, Var tokens) const {
  return unit_length(features_(matmul(tokens.tape->parameter(weights), tokens), false));
}

Var LayerAssociations::read(Var tokens, const Associations& past) const {
  return recalled(features_of(query_, tokens), past).values;
}

Associations LayerAssociations::write(Var tokens, const Associations& past) const {
  Tape& tape = *tokens.tape;
  const Var keys = features_of(key_, tokens);
  const auto [known, weights] = recalled(keys, past);
  const Var strength = sigmoid(linear(tape.parameter(strength_), {tokens}));
  const Var change = multiply(strength, subtract(matmul(tape.parameter(value_), tokens), known));
  const Var news = multiply(share_that_is_new(weights, keys), keys);
  return {add(past.memory, outer_products(keys, change)), add(past.normaliser, sum_columns(news))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
