#include "controllers/starting_weights.hpp"

#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {

double glorot_bound(size_t inputs, size_t outputs) { return std::sqrt(6.0 / static_cast<double>(inputs + outputs)); }

Initializer uniform_apart(size_t count, double first, double rest) {
  return [=](Stream& stream, MatrixView w) {
    for (size_t c = 0; c + 1 < w.cols; ++c) {
      const double bound = c < count ? first : rest;
      for (size_t r = 0; r < w.rows; ++r) w(r, c) = static_cast<Real>(stream.uniform(-bound, bound));
    }
  };
}

Initializer unit_outputs(size_t inputs) { return uniform_apart(0, 0, std::sqrt(3.0 / static_cast<double>(inputs))); }

}  // namespace tapehead::inline TAPEHEAD_REAL
