#include "attention/features.hpp"

#include <array>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Real kLeastLength = Real(1e-6);  // keeps a length or a sum off zero

/// x = [r(k); r(−k)], then x∘roll(x, j) for j = 1 … ν, one below the other.
Var dpfp(Var keys, size_t nu) {
  const Var both = stack(std::array{relu(keys), relu(negate(keys))});
  const size_t size = both.rows;
  Var* const products = keys.tape->keep<Var>(nu);
  for (size_t j = 1; j <= nu; ++j) {
    const size_t moved = j % size;
    const Var rolled =
        moved == 0 ? both : stack(std::array{rows(both, size - moved, moved), rows(both, 0, size - moved)});
    products[j - 1] = multiply(both, rolled);
  }
  return stack({products, nu});
}

}  // namespace

Var unit_length(Var columns) { return multiply(columns, inverse_sqrt(shift(sum_rows(square(columns)), kLeastLength))); }

Var Features::operator()(Var keys, bool unit) const {
  switch (kind) {
    case FeatureKind::kIdentity: return unit ? unit_length(keys) : keys;
    case FeatureKind::kSilu: {
      const Var phi = multiply(keys, sigmoid(keys));
      return unit ? unit_length(phi) : phi;
    }
    case FeatureKind::kSoftmax: return softmax(keys);
    case FeatureKind::kElu:
    case FeatureKind::kDpfp: break;
  }
  // exp(min(x, 0)) + max(x, 0) is elu(x) + 1, without exp's overflow.
  const Var phi = kind == FeatureKind::kDpfp ? dpfp(keys, nu) : add(exp(negate(relu(negate(keys)))), relu(keys));
  return unit ? divide(phi, shift(sum_rows(phi), kLeastLength)) : phi;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
