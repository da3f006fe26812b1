#include "attention/fused/attend_additively.hpp"

#include <algorithm>

#include "attention/fused/step_kernels.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/softmax_column.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// t = tanh(key + query). Not inlined, like add_unit() in additive.cpp.
[[gnu::noinline]] void units(const Real* __restrict key, const Real* __restrict query, Real* __restrict t, size_t n) {
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) t[i] = fast::tanh(key[i] + query[i]);
}

void check_additively(Var query, Var v, std::span<const Var> keys, std::span<const Var> values,
                      std::optional<Var> there) {
  const size_t batch = query.batch();
  if (keys.empty() || keys.size() != values.size())
    throw ShapeError(
        "attend_additively: got nothing to attend to, or not a value for each key; one at least is needed");
  if (query.cols != 1 || v.rows != query.rows || v.cols != 1 || v.batch() != 1)
    shapes_do_not_fit("attend_additively", {query, v}, "both are one column of the same rows, v without a batch");
  for (size_t j = 0; j < keys.size(); ++j) {
    if (keys[j].rows != query.rows || keys[j].cols != 1 || keys[j].batch() != batch)
      shapes_do_not_fit("attend_additively", {query, keys[j]}, "a key needs the query's rows, in one column");
    if (values[j].rows != values[0].rows || values[j].cols != values[0].cols || values[j].batch() != batch)
      shapes_do_not_fit("attend_additively", {values[0], values[j]}, "values are of one shape");
  }
  if (there && (there->rows != keys.size() || there->cols != 1 || there->batch() != batch))
    shapes_do_not_fit("attend_additively", {query, *there}, "the mask needs a row for each step, and one column");
}

/// The softmax over the scores of slots that are there; 0 for the others.
void softmax_of_present(const Real* there, Real* scores, size_t n) {
  size_t count = 0;
  for (size_t j = 0; j < n; ++j)
    if (there[j] != 0) scores[count++] = scores[j];
  if (count > 0) softmax_column(scores, scores, count);
  for (size_t j = n; j-- > 0;) scores[j] = there[j] != 0 ? scores[--count] : 0;
}

}  // namespace

Var attend_additively(Var query, Var v, std::span<const Var> keys, std::span<const Var> values,
                      std::optional<Var> there, Var* weights) {
  check_additively(query, v, keys, values, there);
  Tape& tape = *query.tape;
  const size_t size = query.rows, steps = keys.size(), batch = query.batch();
  const size_t rows = values[0].rows, cols = values[0].cols;
  Var y = tape.make(rows, cols, batch);
  const Var shares = tape.make(steps, 1, batch);
  Var* inputs = tape.keep<Var>(2 * steps + 2);  // keys, values, query, v
  std::copy(keys.begin(), keys.end(), inputs);
  std::copy(values.begin(), values.end(), inputs + steps);
  inputs[2 * steps] = query;
  inputs[2 * steps + 1] = v;
  Real* const hidden = tape.keep<Real>(size);

  // Steps are the outer loop: what a step left is contiguous, for all items.
  const auto q = tape.value(query);
  const Real* const score = tape.value(v).data;
  const auto w = tape.fill(shares);
  const auto out = tape.fill(y);
  for (size_t j = 0; j < steps; ++j) {
    const auto key = tape.value(keys[j]);
    for (size_t b = 0; b < batch; ++b) {
      units(key.item(b), q.item(b), hidden, size);
      w.item(b)[j] = dot<Real>(score, hidden, size);
    }
  }
  for (size_t b = 0; b < batch; ++b) {
    if (there)
      softmax_of_present(tape.value(*there).item(b), w.item(b), steps);
    else
      softmax_column(w.item(b), w.item(b), steps);
  }
  std::fill_n(out.data, rows * cols * batch, Real{0});
  for (size_t j = 0; j < steps; ++j) {
    const auto value = tape.value(values[j]);
    for (size_t b = 0; b < batch; ++b)
      for (size_t c = 0; c < cols && w.item(b)[j] != 0; ++c)
        add_scaled(w.item(b)[j], value.column(b, c), out.column(b, c), rows);
  }
  if (weights) *weights = shares;

  tape.tell([&] {
    size_t seen = 0, values_wanted = 0;  // items of all steps with a weight, and of those whose value learns
    for (size_t j = 0; j < steps; ++j)
      for (size_t b = 0; b < batch; ++b) seen += w.item(b)[j] != 0;
    for (const Var& value : values) values_wanted += tape.wants(value);
    const Work weighed = rows * cols * Work{2};
    return OpWork{steps * batch * (size * Work{3, 1} + kSoftmaxWork) + seen * weighed,
                  batch * (steps * (weighed + kSoftmaxBackWork) + values_wanted * weighed) +
                      seen * size * (Work{6, 1} + tape.wants(v) * Work{2})};
  });
  // With t = tanh(key + query) and ds the scores' gradient: dkey = ds·v∘(1 − t²), dquery = Σ dkey, dv = Σ ds·t.
  return tape.record(y, std::span<const Var>(inputs, 2 * steps + 2), [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y), qv = t.value(query), share = t.value(shares);
    const Real* const vs = t.value(v).data;
    Real* dscores = t.borrow(steps * batch);
    Real* dquery = t.borrow(size * batch);
    Real* unit = t.borrow(size);
    std::fill_n(dquery, size * batch, Real{0});
    const Gradient dv = t.wants(v) ? touch_to_add(t, v) : Gradient{};
    for (size_t j = 0; j < steps; ++j) {
      const auto value = t.value(inputs[steps + j]);
      const Gradient d = t.wants(inputs[steps + j]) ? touch_to_add(t, inputs[steps + j]) : Gradient{};
      for (size_t b = 0; b < batch; ++b) {
        Real& ds = dscores[b * steps + j];
        ds = 0;
        for (size_t c = 0; c < cols; ++c) {
          ds += dot<Real>(dy.column(b, c), value.column(b, c), rows);
          if (d.data) add_scaled(share.item(b)[j], dy.column(b, c), d.column(b, c), rows);
        }
      }
    }
    for (size_t b = 0; b < batch; ++b) softmax_column_back(share.item(b), dscores + b * steps, steps, 1);
    for (size_t j = 0; j < steps; ++j) {
      const auto key = t.value(inputs[j]);
      const Gradient d = t.wants(inputs[j]) ? touch_to_add(t, inputs[j]) : Gradient{};
      for (size_t b = 0; b < batch; ++b) {
        const Real ds = dscores[b * steps + j];
        if (ds == 0) continue;
        units(key.item(b), qv.item(b), unit, size);
        if (dv.data) add_scaled(ds, unit, dv.data, size);
        Real* const to = dquery + b * size;
        Real* const of_key = d.data ? d.item(b) : nullptr;
        in_lanes<Real>(size, [&](auto at) {
          const auto inside = ds * at(vs) * (1 - at(unit) * at(unit));
          at.put(to, at(to) + inside);
          if (of_key) at.put(of_key, at(of_key) + inside);
        });
      }
    }
    if (t.wants(query)) {
      const Gradient dq = touch_to_add(t, query);
      for (size_t b = 0; b < batch; ++b) add_scaled(1, dquery + b * size, dq.item(b), size);
    }
    t.give_back(unit, size);
    t.give_back(dquery, size * batch);
    t.give_back(dscores, steps * batch);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
