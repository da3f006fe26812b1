#include "memory/stacks/superpose.hpp"

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// to (+)= factor·from
void put_multiple(bool add, Real factor, const Real* from, Real* to, size_t n) {
  if (add)
    in_lanes<Real>(n, [&](auto at) { at.put(to, at(to) + factor * at(from)); });
  else
    in_lanes<Real>(n, [&](auto at) { at.put(to, factor * at(from)); });
}

/// Calls body(c, count) from each slot c on for a run of contiguous numbers: all slots of a window that has its columns
/// side by side, else each by itself.
template <class T, class Body>
void in_runs(const Window<T>& of, size_t slots, Body body) {
  if (of.leading == of.rows) return body(size_t{0}, slots * of.rows);
  for (size_t c = 0; c < slots; ++c) body(c, of.rows);
}

}  // namespace

Var superpose(Var stack, Var actions, Var pushed) {
  const size_t width = stack.rows, slots = stack.cols, batch = stack.batch();
  if (actions.rows != 3 || actions.cols != 1 || actions.batch() != batch || pushed.rows != width || pushed.cols != 1 ||
      pushed.batch() != batch)
    shapes_do_not_fit("superpose", {stack, actions, pushed}, "width x slots, 3 x 1 and width x 1");
  Tape& tape = *stack.tape;
  Var y = tape.make(width, slots, batch);
  {
    const auto was = tape.value(stack), action = tape.value(actions), top = tape.value(pushed);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b) {
      const Real *const a = action.column(b, 0), push = a[0], pop = a[1], keep = a[2];
      in_runs(was, slots,
              [&](size_t c, size_t n) { put_multiple(false, keep, was.column(b, c), out.column(b, c), n); });
      put_multiple(true, push, top.column(b, 0), out.column(b, 0), width);
      in_runs(was, slots - 1, [&](size_t c, size_t n) {
        put_multiple(true, push, was.column(b, c), out.column(b, c + 1), n);
        put_multiple(true, pop, was.column(b, c + 1), out.column(b, c), n);
      });
    }
  }
  tape.tell([=, &tape] {
    const size_t n = y.numbers();
    return OpWork{n * Work{6}, n * ((size_t{tape.wants(stack)} + tape.wants(actions)) * Work{6})};
  });
  return tape.record(y, {stack, actions, pushed}, [=] {
    Tape& t = *y.tape;
    const auto was = t.value(stack), action = t.value(actions), top = t.value(pushed), dy = t.gradient(y);
    const auto [dstack, dactions, dpushed] = t.touch(std::array{stack, actions, pushed});
    for (size_t b = 0; b < batch; ++b) {
      const Real *const a = action.column(b, 0), push = a[0], pop = a[1], keep = a[2];
      if (dstack.data) {
        const Gradient& to = dstack;
        in_runs(to, slots,
                [&](size_t c, size_t n) { put_multiple(!to.fresh, keep, dy.column(b, c), to.column(b, c), n); });
        in_runs(to, slots - 1, [&](size_t c, size_t n) {
          put_multiple(true, push, dy.column(b, c + 1), to.column(b, c), n);
          put_multiple(true, pop, dy.column(b, c), to.column(b, c + 1), n);
        });
      }
      if (dpushed.data) put_multiple(!dpushed.fresh, push, dy.column(b, 0), dpushed.column(b, 0), width);
      if (!dactions.data) continue;
      Real by_push = dot<Real>(dy.column(b, 0), top.column(b, 0), width), by_pop = 0, by_neither = 0;
      in_runs(was, slots, [&](size_t c, size_t n) { by_neither += dot<Real>(dy.column(b, c), was.column(b, c), n); });
      in_runs(was, slots - 1, [&](size_t c, size_t n) {
        by_push += dot<Real>(dy.column(b, c + 1), was.column(b, c), n);
        by_pop += dot<Real>(dy.column(b, c), was.column(b, c + 1), n);
      });
      const Real by[] = {by_push, by_pop, by_neither};
      put_multiple(!dactions.fresh, 1, by, dactions.column(b, 0), 3);
    }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
