#include "attention/normalisers/hard.hpp"

#include <algorithm>

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// One-hot at the highest score of each column, without a gradient.
Var highest(Var scores, Var soft) {
  Var y = like(scores);
  const auto from = scores.tape->value(scores), softened = scores.tape->value(soft);
  const auto to = scores.tape->fill(y);
  for (size_t b = 0; b < from.batch; ++b)
    for (size_t c = 0; c < from.cols; ++c) {
      const Real* in = from.column(b, c);
      const Real* end = in + from.rows;
      const Real* best = std::find(in, end, largest(in, from.rows));
      const auto n = best == end ? 0 : best - in;  // all scores are NaN
      Real* out = to.column(b, c);
      std::fill_n(out, from.rows, Real{0});
      out[n] = softened.column(b, c)[n] >= 0 ? 1 : softened.column(b, c)[n];  // so that a NaN anywhere is seen
    }
  return y;
}

}  // namespace

Var hard(Var scores) {
  const Var soft = softmax(scores);
  return straight_through(highest(scores, soft), soft);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
