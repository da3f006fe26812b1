#pragma once
// What is made of a key before it is written under in a matrix: of fast weights, or of a layer of ARMT.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class FeatureKind {
  kIdentity,  ///< the numbers as they are
  kSilu,      ///< x·σ(x) (Yang, Wang, Zhang, Shen & Kim 2024, section 3)
  kElu,       ///< elu(x) + 1 (Katharopoulos, Vyas, Pappas & Fleuret 2020, eq. 7)
  kDpfp,      ///< products of rectified numbers (Schlag, Irie & Schmidhuber 2021, eq. 37)
  kSoftmax,   ///< softmax (Irie, Schlag, Csordás & Schmidhuber 2021, section 3.1)
};

struct Features {
  FeatureKind kind = FeatureKind::kSilu;
  size_t nu = 1;  ///< ν of DPFP: with how many of the others each number is multiplied

  /// How many numbers become of a key of that many.
  size_t size(size_t key) const { return kind == FeatureKind::kDpfp ? 2 * nu * key : key; }
  /// Whether none is ever below 0.
  bool positive() const { return kind != FeatureKind::kIdentity && kind != FeatureKind::kSilu; }

  /// keys: key×any; → size(key)×as many. `unit`: each column is divided by its length, where numbers may be below 0, or
  /// by its sum (Schlag et al. 2021, section 4.2), so that a delta step does not overshoot.
  Var operator()(Var keys, bool unit) const;
};

/// Each column divided by its length, zeros staying zeros.
Var unit_length(Var columns);

}  // namespace tapehead::inline TAPEHEAD_REAL
