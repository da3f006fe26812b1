#include "attention/moves/interpolate_shift_sharpen.hpp"

#include <algorithm>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Extends `column` (n elements, with space for `halo` more on both sides) periodically, so that a circular shift
/// becomes a plain one.
void go_round(Real* column, size_t n, size_t halo) {
  for (size_t i = 0; i < halo; ++i) {
    column[-1 - static_cast<ptrdiff_t>(i)] = column[n - 1 - i % n];
    column[n + i] = column[i % n];
  }
}

/// Σⱼ s[j]·x[±j]
template <ptrdiff_t kStep, class At>
[[gnu::always_inline]] inline auto of_neighbours(At at, const Real* s, size_t taps, const Real* x) {
  auto sum = s[0] * at(x);
  for (size_t j = 1; j < taps; ++j) sum += s[j] * at(x + kStep * static_cast<ptrdiff_t>(j));
  return sum;
}

}  // namespace

Var sharpen(Var weights, Var sharpening) {
  return softmax(multiply(sharpening, log(shift(relu(weights), kSharpenTiny))));
}

Var interpolate_shift_sharpen(Var content, Var previous, Var gate, Var kernel, Var sharpening,
                              std::span<const uint32_t> counts) {
  Tape& tape = *content.tape;
  const size_t slots = content.rows, heads = content.cols, taps = kernel.rows, halo = taps / 2;
  constexpr size_t kOne = LanesOf<Real>::kCount;  // columns are aligned to registers
  const size_t room = (halo + kOne - 1) / kOne * kOne, padded = (slots + kOne - 1) / kOne * kOne + 2 * room;
  const size_t batch = content.batch();
  const auto fits = [=](Var x, size_t rows) { return x.rows == rows && x.cols == heads && x.batch() == batch; };
  if (!fits(previous, slots) || !fits(gate, 1) || !fits(kernel, taps) || taps % 2 == 0 || !fits(sharpening, 1))
    shapes_do_not_fit("interpolate_shift_sharpen", {content, previous, gate, kernel, sharpening},
                      "two slots x heads, 1 x heads, odd x heads and 1 x heads of one batch");
  const auto too_many = [=](uint32_t count) { return count > slots; };
  if (!counts.empty() && (counts.size() != batch || std::any_of(counts.begin(), counts.end(), too_many)))
    shapes_do_not_fit("interpolate_shift_sharpen", {content},
                      "slots that are there are counted for each item, no more than there are");
  const auto there = [=](size_t b) { return counts.empty() ? slots : size_t{counts[b]}; };
  Var y = tape.make(slots, heads, batch);
  Real* mixed = tape.keep<Real>(padded * heads * batch);      // interpolated, with the halo
  Real* powers = tape.keep<Real>(2 * slots * heads * batch);  // shifted + tiny, which is sharpened, and its logarithm
  const auto out = tape.fill(y);
  {
    const auto cw = tape.value_by_item(content), pw = tape.value_by_item(previous), gw = tape.value_by_item(gate),
               kw = tape.value_by_item(kernel), sw = tape.value_by_item(sharpening);
    tape.each_item(batch, [=](size_t b) {
      const size_t count = there(b);
      for (size_t h = 0; h < heads; ++h) std::fill(out.column(b, h) + count, out.column(b, h) + slots, Real{0});
      if (count == 0) return;
      // All heads are mixed first: a load that spans two recent stores waits until both have left the store queue.
      for (size_t h = 0; h < heads; ++h) {
        const Real* __restrict c = cw.column(b, h);
        const Real* __restrict p = pw.column(b, h);
        Real* __restrict to = mixed + (b * heads + h) * padded + room;
        const Real g = *gw.column(b, h);
        in_lanes<Real>(count, [&](auto at) { at.put(to, at(p) + g * (at(c) - at(p))); });
        go_round(to, count, halo);
      }
      for (size_t h = 0; h < heads; ++h) {
        Real* __restrict base = powers + 2 * (b * heads + h) * slots;
        Real* __restrict logs = base + slots;
        Real* __restrict w = out.column(b, h);
        const Real gamma = *sw.column(b, h);
        const Real *s = kw.column(b, h), *from = mixed + (b * heads + h) * padded + room - halo;
        Largest<Real> top;
        in_lanes<Real>(count, [&](auto at) {
          const auto shifted = of_neighbours<1>(at, s, taps, from);
          const auto power = (shifted < 0 ? shifted - shifted : shifted) + kSharpenTiny, log = fast::log(power);
          at.put(base, power);
          at.put(logs, log);
          top.take(log);
        });
        const Real largest = top.value();
        Sum<Real> sum;
        in_lanes<Real>(count, [&](auto at) {
          const auto power = fast::exp(gamma * (at(logs) - largest));
          at.put(w, power);
          sum.add(power);
        });
        const Real inverse = 1 / sum.total();
        in_lanes<Real>(count, [&](auto at) { at.put(w, at(w) * inverse); });
      }
    });
  }

  tape.tell([=, &tape] {
    size_t slots_there = 0;
    for (size_t b = 0; b < batch; ++b) slots_there += there(b);
    const Work shift = taps * Work{2};
    const size_t mixed_wanted = tape.wants(content) + tape.wants(previous);
    return OpWork{slots_there * heads * (shift + Work{9, 2}),
                  slots_there * heads * (Work{10} + shift + tape.wants(kernel) * shift + mixed_wanted * Work{1})};
  });
  return tape.record_by_item(y, {content, previous, gate, kernel, sharpening}, [=] {
    Tape& t = *y.tape;
    const auto cw = t.value_by_item(content), pw = t.value_by_item(previous), gw = t.value_by_item(gate),
               kw = t.value_by_item(kernel), sw = t.value_by_item(sharpening), yw = t.value_by_item(y);
    const auto dy = t.gradient(y);
    const auto gradients = t.touch(std::array{content, previous, gate, kernel, sharpening});
    t.each_item(batch, [=](size_t b) {
      const Gradient &dcontent = gradients[0], &dprevious = gradients[1], &dgate = gradients[2],
                     &dkernel = gradients[3], &dsharpening = gradients[4];
      const auto put = [](const Gradient& d, Real* to, Real value) { *to = (d.fresh ? 0 : *to) + value; };
      const size_t count = there(b);
      // The gradients of the shifted weightings, with halos, for all heads, and of one head's mix.
      Real* work = y.tape->borrow(heads * padded + slots);
      Real* __restrict dmixed = work + heads * padded;
      for (size_t h = 0; h < heads; ++h) {
        Real* __restrict dshifted = work + h * padded + room;
        const Real* __restrict w = yw.column(b, h);
        const Real* __restrict d = dy.column(b, h);
        const Real* __restrict base = powers + 2 * (b * heads + h) * slots;
        const Real* __restrict logs = base + slots;
        const Real* m = mixed + (b * heads + h) * padded + room - halo;
        const Real gamma = *sw.column(b, h);

        const Real along = dot(d, w, count);
        Sum<Real> dgamma;
        in_lanes<Real>(count, [&](auto at) {
          const auto dlogit = at(w) * (at(d) - along);
          dgamma.add(dlogit * at(logs));
          at.put(dshifted, gamma * dlogit / at(base));
        });
        if (dsharpening.data) put(dsharpening, dsharpening.column(b, h), dgamma.total());
        if (dkernel.data)
          for (size_t j = 0; j < taps; ++j) put(dkernel, dkernel.column(b, h) + j, dot<Real>(dshifted, m + j, count));
        if (count > 0) go_round(dshifted, count, halo);
      }
      for (size_t h = 0; h < heads; ++h) {
        const Real* dshifted = work + h * padded + room;
        const Real g = *gw.column(b, h);
        const Real* s = kw.column(b, h);
        const Real* __restrict c = cw.column(b, h);
        const Real* __restrict p = pw.column(b, h);
        Sum<Real> dg;
        in_lanes<Real>(count, [&](auto at) {
          const auto dm = of_neighbours<-1>(at, s, taps, dshifted + halo);
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
      y.tape->give_back(work, heads * padded + slots);
    });
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
