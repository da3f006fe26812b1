#include "autodiff/ops/layer_norm.hpp"

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var layer_norm(Var x, Var gain, Var bias) {
  const size_t n = x.rows, cols = x.cols, batch = x.batch();
  const auto fits = [&](Var p) { return p.rows == n && p.cols == 1 && p.batch() == 1; };
  if (!fits(gain) || !fits(bias))
    shapes_do_not_fit("layer_norm", {x, gain, bias}, "gain and bias need one number for each row, and no batch");
  Tape& tape = *x.tape;
  Var y = like(x);
  Real* moments = tape.keep<Real>(2 * cols * batch);  // mean and 1/√(variance + ε) of each column
  const auto from = tape.value(x);
  const auto to = tape.fill(y);
  const Real *scale = tape.value(gain).data, *offset = tape.value(bias).data;
  for (size_t b = 0; b < batch; ++b)
    for (size_t c = 0; c < cols; ++c) {
      const Real* in = from.column(b, c);
      Real* out = to.column(b, c);
      const Real mean = total<Real>(in, n) / static_cast<Real>(n);
      Sum<Real> spread;
      in_lanes<Real>(n, [&](auto at) { spread.add((at(in) - mean) * (at(in) - mean)); });
      const Real inverse = fast::rsqrt(spread.total() / static_cast<Real>(n) + kLayerNormEpsilon);
      in_lanes<Real>(n, [&](auto at) { at.put(out, (at(in) - mean) * inverse * at(scale) + at(offset)); });
      Real* kept = moments + 2 * (b * cols + c);
      kept[0] = mean;
      kept[1] = inverse;
    }

  tape.tell([=, &tape] {
    return OpWork{y.numbers() * Work{8} + cols * batch * Work{3, 1},
                  y.numbers() * (tape.wants(x) * Work{11} + tape.wants(gain) * Work{3})};
  });
  // With u the normalised column and g = gain∘dy: dx = (g − mean(g) − u·mean(g∘u))/√(variance + ε).
  return tape.record(y, {x, gain, bias}, [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y), value = t.value(x);
    const Real* weight = t.value(gain).data;
    const auto gradients = t.touch(std::array{x, gain, bias});
    const Gradient &dx = gradients[0], &dgain = gradients[1], &dbias = gradients[2];
    if (dgain.data && dgain.fresh) std::fill_n(dgain.data, n, Real{0});
    if (dbias.data && dbias.fresh) std::fill_n(dbias.data, n, Real{0});
    for (size_t b = 0; b < batch; ++b)
      for (size_t c = 0; c < cols; ++c) {
        const Real *in = value.column(b, c), *d = dy.column(b, c);
        const Real mean = moments[2 * (b * cols + c)], inverse = moments[2 * (b * cols + c) + 1];
        if (dgain.data)
          in_lanes<Real>(n, [&](auto at) { at.put(dgain.data, at(dgain.data) + at(d) * (at(in) - mean) * inverse); });
        if (dbias.data) in_lanes<Real>(n, [&](auto at) { at.put(dbias.data, at(dbias.data) + at(d)); });
        if (!dx.data) continue;
        Sum<Real> sum_g, sum_gu;
        in_lanes<Real>(n, [&](auto at) {
          const auto g = at(d) * at(weight);
          sum_g.add(g);
          sum_gu.add(g * (at(in) - mean));
        });
        const Real mean_g = sum_g.total() / static_cast<Real>(n);
        const Real along = sum_gu.total() * inverse * inverse / static_cast<Real>(n);
        Real* out = dx.column(b, c);
        in_lanes<Real>(n, [&](auto at) {
          const auto own = inverse * (at(d) * at(weight) - mean_g - along * (at(in) - mean));
          at.put(out, dx.fresh ? own : at(out) + own);
        });
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
