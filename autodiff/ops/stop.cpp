// Values that are deliberately not their own derivative.

#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/frozen.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Freezes an op's new value in a gradient check.
void freeze(Var y) {
  if (Frozen* frozen = y.tape->frozen()) frozen->freeze(y.tape->fill(y).data, y.size() * y.batch());
}

// In a gradient check a straight-through value is moved only this much of the way from `soft` to `chosen`. All the way
// it is often on an edge (a weight of exactly 0 before a logarithm that counts negative numbers as 0), where
// differences to both sides say nothing.
constexpr Real kCheckedShare = Real(0.9);

}  // namespace

Var stop_gradient(Var x) {
  Var y = like(x);
  map(
      y, [](Real v) { return v; }, x);
  freeze(y);
  return y;
}

Var straight_through(Var chosen, Var soft) {
  if (chosen.rows != soft.rows || chosen.cols != soft.cols || chosen.batch() != soft.batch())
    shapes_do_not_fit("straight_through", {chosen, soft}, "both have one shape");
  Var y = like(soft);
  if (y.tape->frozen()) {  // soft + (what it lacked in the first run): its derivative by soft is the rule's
    map(
        y, [](Real c, Real s) { return kCheckedShare * (c - s); }, chosen, soft);
    freeze(y);
    map(
        y, [](Real lacking, Real s) { return lacking + s; }, y, soft);
  } else {
    map(
        y, [](Real c) { return c; }, chosen);
  }
  tell_each(y, {soft}, {}, {});
  return y.tape->record(y, {soft}, [=] { accumulate(soft, y, [](Real dy) { return dy; }); });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
