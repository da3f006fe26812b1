#include "memory/stacks/ops.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/frozen.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

size_t place(size_t from_end, size_t entries, End end) { return end == End::kTop ? entries - 1 - from_end : from_end; }

/// How far an amount reaches into one head's list, in entries from the end: those taken whole, and one more where the
/// next is taken in part. Real, so that a gradient check can freeze it: within a fixed reach the op is linear.
struct HowFar {
  Real whole, reached;
};

HowFar reach(const Real* strengths, size_t entries, Real amount, End end) {
  size_t whole = 0;
  for (; whole < entries && amount > 0; ++whole) {
    const Real strength = strengths[place(whole, entries, end)];
    if (strength > amount) return {static_cast<Real>(whole), static_cast<Real>(whole + 1)};
    amount -= strength;
  }
  return {static_cast<Real>(whole), static_cast<Real>(whole)};
}

}  // namespace

Var taken(Var strengths, Var amount, End from) {
  Tape& tape = *strengths.tape;
  const size_t entries = strengths.rows, heads = strengths.cols, batch = strengths.batch();
  if (amount.rows != 1 || amount.cols != heads || amount.batch() != batch)
    shapes_do_not_fit("taken", {strengths, amount}, "one amount for each column of strengths is needed");
  Var y = tape.make(entries, heads, batch);
  const auto s = tape.value(strengths), u = tape.value(amount);
  const auto out = tape.fill(y);
  Real* reaches = tape.keep<Real>(2 * heads * batch);
  for (size_t b = 0; b < batch; ++b)
    for (size_t h = 0; h < heads; ++h) {
      const HowFar r = reach(s.column(b, h), entries, *u.column(b, h), from);
      reaches[2 * (b * heads + h)] = r.whole;
      reaches[2 * (b * heads + h) + 1] = r.reached;
    }
  if (Frozen* frozen = tape.frozen()) frozen->freeze(reaches, 2 * heads * batch);
  const auto reach_of = [=](size_t b, size_t h) -> HowFar {
    const Real* r = reaches + 2 * (b * heads + h);
    return {r[0], r[1]};
  };
  for (size_t b = 0; b < batch; ++b)
    for (size_t h = 0; h < heads; ++h) {
      const HowFar r = reach_of(b, h);
      const Real* strength = s.column(b, h);
      Real *to = out.column(b, h), rest = *u.column(b, h);
      std::fill_n(to, entries, Real{0});
      const auto whole = static_cast<size_t>(r.whole);
      for (size_t k = 0; k < whole; ++k) {
        const size_t i = place(k, entries, from);
        to[i] = strength[i];
        rest -= strength[i];
      }
      if (r.reached > r.whole) to[place(whole, entries, from)] = rest;
    }
  tape.tell([=] {
    double reached = 0;  // each entry is compared with the rest of the amount, and taken off it, to look and to take
    for (size_t i = 0; i < heads * batch; ++i) reached += static_cast<double>(reaches[2 * i + 1]);
    return OpWork{{3 * reached}, {reached}};
  });
  // The entry taken in part gives u − Σ s of the whole ones; these give their own s.
  return tape.record(y, {strengths, amount}, [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y);
    const auto [ds, du] = t.touch(std::array{strengths, amount});
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        const HowFar r = reach_of(b, h);
        const auto whole = static_cast<size_t>(r.whole);
        const Real* d = dy.column(b, h);
        const Real of_rest = r.reached > r.whole ? d[place(whole, entries, from)] : 0;
        if (du.data) *du.column(b, h) = (du.fresh ? 0 : *du.column(b, h)) + of_rest;
        if (!ds.data) continue;
        Real* to = ds.column(b, h);
        if (ds.fresh) std::fill_n(to, entries, Real{0});
        for (size_t k = 0; k < whole; ++k) to[place(k, entries, from)] += d[place(k, entries, from)] - of_rest;
      }
  });
}

Var weigh(std::span<const Var> values, Var weights) {
  if (values.size() != weights.rows)
    throw ShapeError(fmt::format("weigh: got {} values and {} weights; one weight for each value is needed",
                                 values.size(), weights.rows));
  if (values.size() == 0) throw ShapeError("weigh: got no values; one at least is needed");
  Tape& tape = *weights.tape;
  const size_t width = values[0].rows, heads = weights.cols, batch = weights.batch();
  Var y = tape.make(width, heads, batch);
  const auto w = tape.value(weights);
  const auto out = tape.fill(y);
  std::fill_n(out.data, width * heads * batch, Real{0});
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].rows != width || values[i].cols != heads || values[i].batch() != batch)
      shapes_do_not_fit("weigh", {values[0], values[i], weights}, "values of one shape, a column a head, are needed");
    const auto v = tape.value(values[i]);
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        const Real weight = w.column(b, h)[i];
        if (weight == 0) continue;
        const Real* __restrict from = v.column(b, h);
        Real* __restrict to = out.column(b, h);
        for (size_t j = 0; j < width; ++j) to[j] += weight * from[j];
      }
  }
  Var* inputs = tape.keep<Var>(values.size() + 1);
  std::copy(values.begin(), values.end(), inputs);
  inputs[values.size()] = weights;
  tape.tell([&] {
    size_t used = 0, learnt = 0;
    for (size_t i = 0; i < values.size(); ++i)
      for (size_t b = 0; b < batch; ++b)
        for (size_t h = 0; h < heads; ++h) {
          used += w.column(b, h)[i] != 0;
          learnt += w.column(b, h)[i] != 0 && tape.wants(values[i]);
        }
    const size_t dots = tape.wants(weights) * values.size() * batch * heads;
    return OpWork{used * width * Work{2}, dots * width * Work{2} + learnt * width * Work{1}};
  });
  return tape.record(y, std::span<const Var>(inputs, values.size() + 1), [=] {
    Tape& t = *y.tape;
    const auto wv = t.value(weights), dr = t.gradient(y);
    if (t.wants(weights)) {  // dw(i,h) = vᵢ,ₕ·dr_h; all of it before the values', which may lie in the same node
      const Gradient dw = t.touch(weights);
      for (size_t i = 0; i < wv.rows; ++i) {
        const auto v = t.value(inputs[i]);
        for (size_t b = 0; b < batch; ++b)
          for (size_t h = 0; h < heads; ++h) {
            Real& to = dw.column(b, h)[i];
            to = (dw.fresh ? 0 : to) + dot<Real>(v.column(b, h), dr.column(b, h), width);
          }
      }
    }
    for (size_t i = 0; i < wv.rows; ++i) {  // dvᵢ,ₕ = w(i,h)·dr_h
      bool used = false;
      for (size_t b = 0; b < batch; ++b)
        for (size_t h = 0; h < heads; ++h) used |= wv.column(b, h)[i] != 0;
      if (!used || !t.wants(inputs[i])) continue;
      const Gradient dv = t.touch(inputs[i]);
      for (size_t b = 0; b < batch; ++b)
        for (size_t h = 0; h < heads; ++h) {
          const Real weight = wv.column(b, h)[i];
          const Real* __restrict d = dr.column(b, h);
          Real* __restrict to = dv.column(b, h);
          if (dv.fresh)
            for (size_t j = 0; j < width; ++j) to[j] = weight * d[j];
          else
            for (size_t j = 0; j < width; ++j) to[j] += weight * d[j];
        }
    }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
