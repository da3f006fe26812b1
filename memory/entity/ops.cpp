#include "memory/entity/ops.hpp"

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/fresh_gradient.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Added to a slot's squared length, so that a slot near zero is not divided by zero.
constexpr Real kLeastSquare = Real(1e-8);

bool fits(Var x, size_t rows, size_t cols) { return x.rows == rows && x.cols == cols && x.batch() == 1; }

/// y (+)= factor·x
void give(bool assign, Real factor, const Real* __restrict x, Real* __restrict y, size_t n) {
  if (assign)
    for (size_t i = 0; i < n; ++i) y[i] = factor * x[i];
  else
    for (size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

/// Calls each(slot, story, the slot's column in the state).
template <class Each>
void each_slot(size_t slots, size_t stories, Each each) {
  for (size_t e = 0; e < stories; ++e)
    for (size_t j = 0; j < slots; ++j) each(j, e, e * slots + j);
}

}  // namespace

Var entity_gates(Var state, Var keys, Var sentences) {
  const size_t width = state.rows, slots = keys.cols, stories = sentences.cols;
  if (!fits(state, width, slots * stories) || !fits(keys, width, slots) || !fits(sentences, width, stories))
    shapes_do_not_fit("entity_gates", {state, keys, sentences},
                      "equal rows, a column of the state for each slot of each story, and one item are needed");
  Tape& tape = *state.tape;
  Var y = tape.make(slots, stories, 1);
  const auto h = tape.value(state), w = tape.value(keys), s = tape.value(sentences);
  const auto to = tape.fill(y);
  each_slot(slots, stories, [&](size_t j, size_t e, size_t column) {
    const Real *hj = h.column(0, column), *wj = w.column(0, j), *se = s.column(0, e);
    Sum<Real> along;
    in_lanes<Real>(width, [&](auto at) { along.add(at(se) * (at(hj) + at(wj))); });
    to.column(0, e)[j] = fast::logistic(along.total());
  });
  tape.tell([=, &tape] {
    const size_t numbers = width * slots * stories;
    const Work back = tape.wants(state) * Work{1} + tape.wants(keys) * Work{2} + tape.wants(sentences) * Work{4};
    return OpWork{numbers * Work{3} + y.numbers() * Work{0, 1}, numbers * back + y.numbers() * Work{3}};
  });
  return tape.record(y, {state, keys, sentences}, [=] {
    Tape& t = *y.tape;
    const auto hv = t.value(state), wv = t.value(keys), sv = t.value(sentences), g = t.value(y), dy = t.gradient(y);
    const auto [dh, dw, ds] = t.touch(std::array{state, keys, sentences});
    clear_if_fresh(dw);
    clear_if_fresh(ds);
    for (size_t e = 0; e < stories; ++e)
      for (size_t j = 0; j < slots; ++j) {
        const size_t column = e * slots + j;
        const Real gate = g.column(0, e)[j], dl = dy.column(0, e)[j] * gate * (1 - gate);
        if (dh.data) give(dh.fresh, dl, sv.column(0, e), dh.column(0, column), width);
        if (dw.data) give(false, dl, sv.column(0, e), dw.column(0, j), width);
        if (ds.data) {
          give(false, dl, hv.column(0, column), ds.column(0, e), width);
          give(false, dl, wv.column(0, j), ds.column(0, e), width);
        }
      }
  });
}

namespace {

/// z = U·h + V·w + W·s for one slot.
struct Candidate {
  const Real *from_state, *from_key, *from_sentence;
  template <class At>
  auto operator()(At at) const {
    return at(from_state) + at(from_key) + at(from_sentence);
  }
};

}  // namespace

Var entity_update(const EntityUpdate& update) {
  const Var state = update.state, gates = update.gates, from_state = update.from_state, from_keys = update.from_keys,
            from_sentences = update.from_sentences, slopes = update.slopes;
  const bool normalize = update.normalize;
  const size_t width = state.rows, slots = from_keys.cols, stories = from_sentences.cols;
  if (!fits(state, width, slots * stories) || !fits(gates, slots, stories) || !fits(from_state, width, state.cols) ||
      !fits(from_keys, width, slots) || !fits(from_sentences, width, stories) || !fits(slopes, width, 1))
    shapes_do_not_fit("entity_update", {state, gates, from_state, from_keys, from_sentences, slopes},
                      "equal rows, a column of the state for each slot of each story, and one item are needed");
  Tape& tape = *state.tape;
  Var y = tape.make(width, state.cols, 1);
  Real* const shrink = tape.keep<Real>(state.cols);  // 1 / √(‖u‖² + ε) of each slot
  {
    const auto h = tape.value(state), g = tape.value(gates), m = tape.value(from_state), k = tape.value(from_keys),
               s = tape.value(from_sentences), a = tape.value(slopes);
    const auto to = tape.fill(y);
    each_slot(slots, stories, [&](size_t j, size_t e, size_t column) {
      const Candidate candidate{m.column(0, column), k.column(0, j), s.column(0, e)};
      const Real* const old = h.column(0, column);
      const Real gate = g.column(0, e)[j];
      Real* const out = to.column(0, column);
      Sum<Real> square;
      in_lanes<Real>(width, [&](auto at) {
        const auto z = candidate(at), bent = at(a.data) * z;
        const auto u = at(old) + gate * (z > 0 ? z : bent);
        square.add(u * u);
        at.put(out, u);
      });
      shrink[column] = normalize ? fast::rsqrt(square.total() + kLeastSquare) : 1;
      if (normalize) in_lanes<Real>(width, [&](auto at) { at.put(out, at(out) * shrink[column]); });
    });
  }
  tape.tell([=] {  // the last operations of both are those of normalising
    return OpWork{y.numbers() * (Work{6} + normalize * Work{3}) + normalize * state.cols * Work{1, 1},
                  y.numbers() * (Work{12} + normalize * Work{2})};
  });
  return tape.record(y, {state, gates, from_state, from_keys, from_sentences, slopes}, [=] {
    Tape& t = *y.tape;
    const auto g = t.value(gates), m = t.value(from_state), k = t.value(from_keys), s = t.value(from_sentences),
               a = t.value(slopes), value = t.value(y), dy = t.gradient(y);
    const auto gradients = t.touch(std::array{state, gates, from_state, from_keys, from_sentences, slopes});
    const Gradient &dh = gradients[0], &dg = gradients[1], &dm = gradients[2], &dk = gradients[3], &ds = gradients[4],
                   &da = gradients[5];
    clear_if_fresh(dk);
    clear_if_fresh(ds);
    clear_if_fresh(da);
    // du, dz and dz/da of one slot
    Real* const room = t.borrow(3 * width);
    Real *const du = room, *const dz = room + width, *const bent = room + 2 * width;
    for (size_t e = 0; e < stories; ++e)
      for (size_t j = 0; j < slots; ++j) {
        const size_t column = e * slots + j;
        const Candidate candidate{m.column(0, column), k.column(0, j), s.column(0, e)};
        const Real *const out = value.column(0, column), *const d = dy.column(0, column);
        const Real gate = g.column(0, e)[j], n = shrink[column];
        // du = n·(dy − h′·(h′·dy))
        const Real along = normalize ? dot(out, d, width) : 0;
        Sum<Real> dgate;
        in_lanes<Real>(width, [&](auto at) {
          const auto du_here = n * (at(d) - along * at(out)), dc = gate * du_here;
          const auto z = candidate(at), bent_z = at(a.data) * z, bent_dc = at(a.data) * dc, dc_z = dc * z;
          dgate.add(du_here * (z > 0 ? z : bent_z));
          at.put(du, du_here);
          at.put(dz, z > 0 ? dc : bent_dc);
          at.put(bent, z > 0 ? z - z : dc_z);
        });
        if (dh.data) give(dh.fresh, 1, du, dh.column(0, column), width);
        if (dm.data) give(dm.fresh, 1, dz, dm.column(0, column), width);
        if (dk.data) give(false, 1, dz, dk.column(0, j), width);
        if (ds.data) give(false, 1, dz, ds.column(0, e), width);
        if (da.data) give(false, 1, bent, da.data, width);
        if (dg.data) dg.column(0, e)[j] = (dg.fresh ? 0 : dg.column(0, e)[j]) + dgate.total();
      }
    t.give_back(room, 3 * width);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
