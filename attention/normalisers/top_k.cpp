#include "attention/normalisers/top_k.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The k highest of n > k scores. A NaN counts as the highest, so that it is seen.
void choose(const Real* scores, size_t n, size_t k, uint32_t* chosen) {
  const auto rank = [=](uint32_t i) {
    return std::isnan(scores[i]) ? std::numeric_limits<Real>::infinity() : scores[i];
  };
  const auto better = [=](uint32_t i, uint32_t j) { return rank(i) > rank(j) || (rank(i) == rank(j) && i < j); };
  std::iota(chosen, chosen + k, uint32_t{0});
  std::make_heap(chosen, chosen + k, better);  // the lowest of them first
  for (auto i = static_cast<uint32_t>(k); i < n; ++i) {
    if (!better(i, chosen[0])) continue;
    std::pop_heap(chosen, chosen + k, better);
    chosen[k - 1] = i;
    std::push_heap(chosen, chosen + k, better);
  }
}

}  // namespace

Var top_k(Var scores, size_t k) {
  if (k >= scores.rows) return softmax(scores);
  Tape& tape = *scores.tape;
  Var y = like(scores);
  uint32_t* chosen = tape.keep<uint32_t>(k * scores.cols * scores.batch());  // of each column
  const auto from = tape.value(scores);
  const auto to = tape.fill(y);
  for (size_t b = 0; b < from.batch; ++b)
    for (size_t c = 0; c < from.cols; ++c) {
      const Real* in = from.column(b, c);
      Real* out = to.column(b, c);
      uint32_t* here = chosen + (b * from.cols + c) * k;
      choose(in, from.rows, k, here);
      Real top = in[here[0]], total = 0;
      for (size_t i = 1; i < k; ++i) top = std::max(top, in[here[i]]);
      std::fill_n(out, from.rows, Real{0});
      for (size_t i = 0; i < k; ++i) total += out[here[i]] = fast::exp(in[here[i]] - top);
      for (size_t i = 0; i < k; ++i) out[here[i]] /= total;
    }
  tape.tell([=] {
    const size_t columns = y.cols * y.batch();
    return OpWork{y.numbers() * Work{1} + columns * k * Work{4, 1}, columns * k * Work{4}};
  });
  return tape.record(y, {scores}, [=] {  // softmax's rule over the chosen slots
    Tape& t = *scores.tape;
    const auto weights = t.value(y), dy = t.gradient(y);
    const Gradient dscores = t.touch(scores);
    for (size_t b = 0; b < weights.batch; ++b)
      for (size_t c = 0; c < weights.cols; ++c) {
        const uint32_t* here = chosen + (b * weights.cols + c) * k;
        const Real* w = weights.column(b, c);
        const Real* d = dy.column(b, c);
        Real* out = dscores.column(b, c);
        if (dscores.fresh) std::fill_n(out, weights.rows, Real{0});
        Real along = 0;
        for (size_t i = 0; i < k; ++i) along += w[here[i]] * d[here[i]];
        for (size_t i = 0; i < k; ++i) out[here[i]] += w[here[i]] * (d[here[i]] - along);
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
