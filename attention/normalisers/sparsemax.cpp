#include "attention/normalisers/sparsemax.hpp"

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// v where `condition` holds, else 0; of lanes or of one number.
template <class Condition, class V>
V where(Condition condition, V v) {
  return condition ? v : V{};
}

/// τ with Σ max(z − τ, 0) = 1, for numbers whose largest is 0. The sum is convex and decreasing in τ, so Newton's steps
/// from below converge to the root: each drops the slots that are too low, until none is dropped. No sorting. Adds the
/// steps to `passes`.
Real threshold(const Real* z, size_t n, size_t& passes) {
  Real tau = -1;
  for (Real before = static_cast<Real>(n) + 1;;) {
    ++passes;
    Sum<Real> above, kept;
    in_lanes<Real>(n, [&](auto at) {
      const auto over = at(z) - tau;
      above.add(where(over > 0, over));
      kept.add(where(over > 0, decltype(over){} + 1));
    });
    const Real support = kept.total();
    if (!(support < before)) return tau;
    tau += (above.total() - 1) / support;
    before = support;
  }
}

}  // namespace

Var sparsemax(Var scores) {
  Var y = like(scores);
  const auto from = scores.tape->value(scores);
  const auto to = scores.tape->fill(y);
  size_t passes = 0;
  for (size_t b = 0; b < from.batch; ++b)
    for (size_t c = 0; c < from.cols; ++c) {
      const Real* z = from.column(b, c);
      Real* w = to.column(b, c);
      const Real top = largest(z, from.rows);
      for (size_t n = 0; n < from.rows; ++n) w[n] = z[n] - top;  // so that large scores keep their precision
      const Real tau = threshold(w, from.rows, passes);
      for (size_t n = 0; n < from.rows; ++n) w[n] = w[n] <= tau ? 0 : w[n] - tau;  // lets a NaN through
    }
  scores.tape->tell([=] {
    return OpWork{y.numbers() * Work{4} + passes * from.rows * Work{4}, y.numbers() * Work{6}};
  });
  return scores.tape->record(y, {scores}, [=] {
    Tape& t = *scores.tape;
    const auto weights = t.value(y), dy = t.gradient(y);
    const Gradient dscores = t.touch(scores);
    for (size_t b = 0; b < weights.batch; ++b)
      for (size_t c = 0; c < weights.cols; ++c) {
        const Real* w = weights.column(b, c);
        const Real* d = dy.column(b, c);
        Real* out = dscores.column(b, c);
        Sum<Real> along, kept;
        in_lanes<Real>(weights.rows, [&](auto at) {
          along.add(where(at(w) > 0, at(d)));
          kept.add(where(at(w) > 0, decltype(at(w)){} + 1));
        });
        const Real mean = along.total() / kept.total();
        in_lanes<Real>(weights.rows, [&](auto at) {
          const auto value = where(at(w) > 0, at(d) - mean);
          at.put(out, dscores.fresh ? value : at(out) + value);
        });
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
