#include <algorithm>
#include <type_traits>

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/dnc/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Assigns or adds value along a column, as `fresh` says.
template <class Value>
void put_each(Real* to, bool fresh, size_t n, Value value) {
  if (fresh)
    in_lanes<Real>(n, [&](auto at) { at.put(to, value(at)); });
  else
    in_lanes<Real>(n, [&](auto at) { at.put(to, at(to) + value(at)); });
}

}  // namespace

Var retention(Var read_weights, Var free_gates) {
  Tape& tape = *read_weights.tape;
  const size_t slots = read_weights.rows, heads = read_weights.cols, batch = read_weights.batch();
  if (free_gates.rows != 1 || free_gates.cols != heads || free_gates.batch() != batch)
    shapes_do_not_fit("retention", {read_weights, free_gates}, "slots x heads and 1 x heads of one batch");
  Var y = tape.make(slots, 1, batch);
  {
    const auto w = tape.value(read_weights), f = tape.value(free_gates);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b) {
      Real* to = out.item(b);
      std::fill_n(to, slots, Real{1});
      for (size_t h = 0; h < heads; ++h) {
        const Real* weights = w.column(b, h);
        const Real gate = *f.column(b, h);
        in_lanes<Real>(slots, [&](auto at) { at.put(to, at(to) * (1 - gate * at(weights))); });
      }
    }
  }
  tape.tell([=, &tape] {
    const Work back = (heads - 1) * Work{3} + tape.wants(free_gates) * Work{2} + tape.wants(read_weights) * Work{1};
    return OpWork{heads * y.numbers() * Work{3}, heads * y.numbers() * back};
  });
  return tape.record(y, {read_weights, free_gates}, [=] {
    Tape& t = *y.tape;
    const auto w = t.value(read_weights), f = t.value(free_gates), dy = t.gradient(y);
    const auto [dw, df] = t.touch(std::array{read_weights, free_gates});
    Real* others = t.borrow(slots);  // dy times the other heads' factors
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        std::copy_n(dy.item(b), slots, others);
        for (size_t other = 0; other < heads; ++other) {
          if (other == h) continue;
          const Real* weights = w.column(b, other);
          const Real gate = *f.column(b, other);
          in_lanes<Real>(slots, [&](auto at) { at.put(others, at(others) * (1 - gate * at(weights))); });
        }
        const Real gate = *f.column(b, h);
        if (df.data) *df.column(b, h) = (df.fresh ? 0 : *df.column(b, h)) - dot(others, w.column(b, h), slots);
        if (dw.data) put_each(dw.column(b, h), dw.fresh, slots, [&](auto at) { return -gate * at(others); });
      }
    t.give_back(others, slots);
  });
}

Var usage(Var past, Var write_weights, Var retention) {
  Tape& tape = *past.tape;
  const size_t slots = past.rows, heads = write_weights.cols, batch = past.batch();
  if (past.cols != 1 || write_weights.rows != slots || retention.rows != slots || retention.cols != 1 ||
      write_weights.batch() != batch || retention.batch() != batch)
    shapes_do_not_fit("usage", {past, write_weights, retention}, "slots x 1, slots x heads and slots x 1 of one batch");
  Var y = tape.make(slots, 1, batch);
  const size_t stride = (heads + 1) * slots;
  Real* written = tape.keep<Real>(stride * batch);  // the usage before and after each head's write
  {
    const auto u = tape.value(past), w = tape.value(write_weights), psi = tape.value(retention);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b) {
      Real* now = written + b * stride;
      std::copy_n(u.item(b), slots, now);
      for (size_t h = 0; h < heads; ++h, now += slots) {
        const Real* weights = w.column(b, h);
        in_lanes<Real>(slots,
                       [&](auto at) { at.put(now + slots, at(now) + at(weights) * (1 - at(now))); });  // never above 1
      }
      Real* to = out.item(b);
      const Real* kept = psi.item(b);
      in_lanes<Real>(slots, [&](auto at) { at.put(to, at(now) * at(kept)); });
    }
  }
  tape.tell([=, &tape] {
    const Work back = Work{1} + tape.wants(retention) * Work{1} + heads * (1 + tape.wants(write_weights)) * Work{2};
    return OpWork{y.numbers() * (heads * Work{3} + Work{1}), y.numbers() * back};
  });
  return tape.record(y, {past, write_weights, retention}, [=] {
    Tape& t = *y.tape;
    const auto w = t.value(write_weights), psi = t.value(retention), dy = t.gradient(y);
    const auto [du, dw, dpsi] = t.touch(std::array{past, write_weights, retention});
    Real* d = t.borrow(slots);  // the gradient of the usage after a head's write
    for (size_t b = 0; b < batch; ++b) {
      const Real *now = written + b * stride + heads * slots, *kept = psi.item(b), *out = dy.item(b);
      if (dpsi.data) put_each(dpsi.item(b), dpsi.fresh, slots, [&](auto at) { return at(out) * at(now); });
      in_lanes<Real>(slots, [&](auto at) { at.put(d, at(out) * at(kept)); });
      for (size_t h = heads; h-- > 0;) {
        now -= slots;
        const Real* weights = w.column(b, h);
        if (dw.data) put_each(dw.column(b, h), dw.fresh, slots, [&](auto at) { return at(d) * (1 - at(now)); });
        in_lanes<Real>(slots, [&](auto at) { at.put(d, at(d) * (1 - at(weights))); });
      }
      if (du.data) put_each(du.item(b), du.fresh, slots, [&](auto at) { return at(d); });
    }
    t.give_back(d, slots);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
