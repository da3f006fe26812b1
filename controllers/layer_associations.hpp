#pragma once
// The associative memory of one layer of an ARMT (controllers/armt.hpp).

#include "attention/features.hpp"
#include "autodiff/tape/context.hpp"
#include "autodiff/tape/scope.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a layer knows: A, features×size, and z, features×1.
struct Associations {
  Var memory, normaliser;
};

/// Rodkin et al. 2024, section 3, with φ of unit length, as in the authors' program.
class LayerAssociations final {
 public:
  /// size: of a token; key: numbers of a key before its features. Values start at 0, so nothing is read before the
  /// first update of the weights; keys and queries within PyTorch's bound for a layer, 1/√size. Both as in the authors'
  /// program.
  LayerAssociations(const Scope& scope, size_t size, size_t key, const Features& features);

  /// o = Aᵀφ(W_q x)/(zᵀφ(W_q x) + ε) of each column: size×any → the same.
  Var read(Var tokens, const Associations& past) const;
  /// All columns at once, each compared with what was known before: v̄ = Aᵀφ(k)/(zᵀφ(k) + ε), A += Σβφ(k)(v − v̄)ᵀ,
  /// z += Σγφ(k), where k = W_k x, v = W_v x, β = σ(W_β[x; 1]), γ = 1 − zᵀφ(k)/‖φ(k)‖², at least 0 and without a
  /// gradient.
  Associations write(Var tokens, const Associations& past) const;

 private:
  Var features_of(const Parameter& weights, Var tokens) const;

  Features features_;
  Parameter query_, key_, value_, strength_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
