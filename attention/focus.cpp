#include "attention/focus.hpp"

#include <algorithm>

#include "autodiff/elementwise.hpp"
#include "autodiff/fastmath.hpp"
#include "autodiff/lanes.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// out = softmax(γ·logs)
[[gnu::noinline]] void sharpen_logs(const Real* __restrict logs, Real gamma, Real* __restrict out, size_t n) {
  const Real top = largest(logs, n);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) out[i] = fast::exp(gamma * (logs[i] - top));
  const Real inverse = 1 / total<Real>(out, n);
  for (size_t i = 0; i < n; ++i) out[i] *= inverse;
}

// Functions of their own, not inlined: beside lambdas that hold the same pointers their loops stay scalar.

/// w = log(w + tiny), a negative one counting as 0.
[[gnu::noinline]] void log_of_weights(Real* w, size_t n) {
  for (size_t i = 0; i < n; ++i) w[i] = fast::log((w[i] < 0 ? 0 : w[i]) + kSharpenTiny);
}

/// out = 1/(w + tiny) from log(w + tiny)
[[gnu::noinline]] void inverse_of_weights(const Real* __restrict logs, Real* __restrict out, size_t n) {
  for (size_t i = 0; i < n; ++i) out[i] = fast::exp(-logs[i]);
}

/// A column with `halo` more elements at each end, continued round about: a circular shift becomes a plain one.
void extend(const Real* from, size_t n, size_t halo, Real* to) {
  std::copy_n(from, n, to + halo);
  for (size_t i = 0; i < halo; ++i) {
    to[halo - 1 - i] = from[(n - 1 - i % n)];
    to[halo + n + i] = from[i % n];
  }
}

}  // namespace

Var sharpen(Var weights, Var sharpening) {
  return softmax(multiply(sharpening, log(shift(relu(weights), kSharpenTiny))));
}

Var focus(Var content, Var previous, Var gate, Var kernel, Var sharpening, std::span<const uint32_t> counts) {
  Tape& tape = *content.tape;
  const size_t slots = content.rows, heads = content.cols, taps = kernel.rows, halo = taps / 2;
  const size_t batch = content.batch(), padded = slots + 2 * halo;
  const auto fits = [=](Var x, size_t rows) { return x.rows == rows && x.cols == heads && x.batch() == batch; };
  if (!fits(previous, slots) || !fits(gate, 1) || !fits(kernel, taps) || taps % 2 == 0 || !fits(sharpening, 1))
    shapes_do_not_fit("focus", {content, previous, gate, kernel, sharpening},
                      "two slots x heads, 1 x heads, odd x heads and 1 x heads of one batch");
  const auto too_many = [=](uint32_t count) { return count > slots; };
  if (!counts.empty() && (counts.size() != batch || std::any_of(counts.begin(), counts.end(), too_many)))
    shapes_do_not_fit("focus", {content}, "slots that are there are counted for each item, no more than there are");
  const auto there = [=](size_t b) { return counts.empty() ? slots : size_t{counts[b]}; };
  Var y = tape.make(slots, heads, batch);
  Real* mixed = tape.keep<Real>(padded * heads * batch);  // interpolated, extended
  Real* logs = tape.keep<Real>(slots * heads * batch);    // log(shifted + tiny)
  const auto out = tape.fill(y);
  {
    const auto cw = tape.value(content), pw = tape.value(previous), gw = tape.value(gate), kw = tape.value(kernel),
               sw = tape.value(sharpening);
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        const size_t count = there(b);
        const Real* __restrict c = cw.column(b, h);
        const Real* __restrict p = pw.column(b, h);
        Real* __restrict to = mixed + (b * heads + h) * padded;
        Real* __restrict l = logs + (b * heads + h) * slots;
        Real* __restrict w = out.column(b, h);
        const Real g = *gw.column(b, h);
        std::fill(w + count, w + slots, Real{0});
        if (count == 0) continue;
        for (size_t n = 0; n < count; ++n) w[n] = p[n] + g * (c[n] - p[n]);
        extend(w, count, halo, to);
        const Real* s = kw.column(b, h);
        in_lanes<Real>(count, [&](auto at) {
          auto shifted = s[0] * at(to);
          for (size_t j = 1; j < taps; ++j) shifted += s[j] * at(to + j);
          at.put(l, shifted);
        });
        log_of_weights(l, count);
        sharpen_logs(l, *sw.column(b, h), w, count);
      }
  }

  return tape.record(y, {content, previous, gate, kernel, sharpening}, [=] {
    Tape& t = *y.tape;
    const auto cw = t.value(content), pw = t.value(previous), gw = t.value(gate), kw = t.value(kernel),
               sw = t.value(sharpening), yw = t.value(y), dy = t.gradient(y);
    const auto [dcontent, dprevious, dgate, dkernel, dsharpening] =
        t.touch(std::array{content, previous, gate, kernel, sharpening});
    const auto put = [](const Gradient& d, Real* to, Real value) { *to = (d.fresh ? 0 : *to) + value; };
    Real* work = t.borrow(padded + 2 * slots);  // the shifted's gradient; it extended; the interpolated's
    Real* __restrict dshifted = work, * __restrict dpadded = work + slots, * __restrict dmixed = work + slots + padded;
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        const size_t count = there(b);
        const Real* __restrict w = yw.column(b, h);
        const Real* __restrict d = dy.column(b, h);
        const Real* __restrict l = logs + (b * heads + h) * slots;
        const Real* m = mixed + (b * heads + h) * padded;
        const Real gamma = *sw.column(b, h), g = *gw.column(b, h);

        const Real along = dot(d, w, count);
        Sum<Real> dgamma;
        inverse_of_weights(l, dshifted, count);
        in_lanes<Real>(count, [&](auto at) {
          const auto dlogit = at(w) * (at(d) - along);
          dgamma.add(dlogit * at(l));
          at.put(dshifted, gamma * dlogit * at(dshifted));
        });
        if (dsharpening.data) put(dsharpening, dsharpening.column(b, h), dgamma.total());
        if (dkernel.data)
          for (size_t j = 0; j < taps; ++j) put(dkernel, dkernel.column(b, h) + j, dot<Real>(dshifted, m + j, count));
        if (count > 0) extend(dshifted, count, halo, dpadded);
        const Real* s = kw.column(b, h);
        const Real* __restrict c = cw.column(b, h);
        const Real* __restrict p = pw.column(b, h);
        Sum<Real> dg;
        in_lanes<Real>(count, [&](auto at) {
          auto dm = s[0] * at(dpadded + taps - 1);
          for (size_t j = 1; j < taps; ++j) dm += s[j] * at(dpadded + taps - 1 - j);
          at.put(dmixed, dm);
          dg.add(dm * (at(c) - at(p)));
        });
        if (dgate.data) put(dgate, dgate.column(b, h), dg.total());
        const auto add_part = [&](const Gradient& part, Real factor) {
          if (!part.data) return;
          Real* __restrict to = part.column(b, h);
          if (part.fresh) std::fill(to + count, to + slots, Real{0});
          if (part.fresh)
            for (size_t n = 0; n < count; ++n) to[n] = factor * dmixed[n];
          else
            for (size_t n = 0; n < count; ++n) to[n] += factor * dmixed[n];
        };
        add_part(dcontent, g);
        add_part(dprevious, 1 - g);
      }
    t.give_back(work, padded + 2 * slots);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
