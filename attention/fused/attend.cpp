#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "attention/fused/age_kernels.hpp"
#include "attention/fused/multi_head.hpp"
#include "attention/fused/step_kernels.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/softmax_column.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void check_attended(Var query, std::span<const Var> remembered, size_t heads, const std::optional<AgeVectors>& ages) {
  if (remembered.empty()) throw ShapeError("attend: got nothing to attend to; one step at least is needed");
  if (heads == 0 || query.rows % heads != 0 || query.cols != 1)
    shapes_do_not_fit("attend", {query}, "a query is one column, and the heads divide its rows");
  for (const Var& x : remembered)
    if (x.rows != 2 * query.rows || x.cols != 1 || x.batch() != query.batch())
      shapes_do_not_fit("attend", {query, x}, "a step's key and value need the query's rows each, in one column");
  if (ages) check_ages("attend", query.rows / heads, *ages);
}

}  // namespace

void check_ages(const char* op, size_t width, const AgeVectors& ages) {
  for (const Var& x : {ages.keys, ages.values})
    if (x.rows != width || x.cols == 0 || x.cols != ages.keys.cols || x.batch() != 1)
      shapes_do_not_fit(op, {ages.keys, ages.values}, "vectors by age need a head's rows, as many columns, one item");
}

Var attend(Var query, std::span<const Var> remembered, size_t heads, AgePenalty penalty,
           const std::optional<AgeVectors>& ages) {
  check_attended(query, remembered, heads, ages);
  Tape& tape = *query.tape;
  const size_t size = query.rows, batch = query.batch(), steps = remembered.size(), width = size / heads;
  const Real scale_by = 1 / std::sqrt(static_cast<Real>(width));
  Var y = tape.make(size, 1, batch);
  Real* weights = tape.keep<Real>(steps * heads * batch);  // contiguous over steps, for each head of each item
  const size_t input_count = steps + (ages ? 3 : 1);
  Var* inputs = tape.keep<Var>(input_count);
  std::copy(remembered.begin(), remembered.end(), inputs);
  inputs[steps] = query;
  if (ages) std::tie(inputs[steps + 1], inputs[steps + 2]) = std::tie(ages->keys, ages->values);

  // Steps are the outer loop: what a step left is contiguous, for all items and heads.
  const auto q = tape.value(query);
  const auto out = tape.fill(y);
  for (size_t j = 0; j < steps; ++j) {
    const auto key = tape.value(inputs[j]);
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h)
        weights[(b * heads + h) * steps + j] =
            scale_by * dot<Real>(q.item(b) + h * width, key.item(b) + h * width, width);
  }
  if (penalty != AgePenalty::kNone)
    for (size_t i = 0; i < heads * batch; ++i) {
      const Real slope = age_slope(penalty, i % heads, heads);
      for (size_t j = 0; j < steps; ++j) weights[i * steps + j] -= slope * static_cast<Real>(steps - 1 - j);
    }
  if (ages)
    for (size_t i = 0; i < heads * batch; ++i)
      add_age_scores(tape.value(ages->keys), q.item(i / heads) + i % heads * width, scale_by, weights + i * steps,
                     steps);
  for (size_t i = 0; i < heads * batch; ++i) softmax_column(weights + i * steps, weights + i * steps, steps);
  std::fill_n(out.data, size * batch, Real{0});
  for (size_t j = 0; j < steps; ++j) {
    const auto value = tape.value(inputs[j]);
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h)
        add_scaled(weights[(b * heads + h) * steps + j], value.item(b) + size + h * width, out.item(b) + h * width,
                   width);
  }
  if (ages)
    for (size_t i = 0; i < heads * batch; ++i)
      add_age_vectors(tape.value(ages->values), weights + i * steps, steps, out.item(i / heads) + i % heads * width);

  tape.tell([&] {
    size_t remember = 0;
    for (const Var& x : remembered) remember += tape.wants(x);
    const size_t of_ages = ages ? steps : 0,
                 age_gradients = ages ? tape.wants(ages->keys) + tape.wants(ages->values) : 0;
    const Work one = width * Work{2};
    const Work ageing = penalty == AgePenalty::kNone ? Work{} : Work{2};
    return OpWork{
        heads * batch * (steps * (2 * one + Work{1} + ageing + kSoftmaxWork) + 2 * of_ages * one),
        heads * batch *
            (steps * (2 * one + kSoftmaxBackWork) + 2 * remember * one + (2 + age_gradients) * of_ages * one)};
  });
  return tape.record(y, std::span<const Var>(inputs, input_count), [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y), qv = t.value(query);
    Real* dscores = t.borrow(steps * heads * batch);
    Real* dquery = t.borrow(size * batch);
    for (size_t j = 0; j < steps; ++j) {  // dw = vᵀ·dy, dv = w·dy
      const auto kv = t.value(inputs[j]);
      const Gradient d = t.wants(inputs[j]) ? touch_to_add(t, inputs[j]) : Gradient{};
      for (size_t b = 0; b < batch; ++b)
        for (size_t h = 0; h < heads; ++h) {
          const size_t at = (b * heads + h) * steps + j;
          const Real* g = dy.item(b) + h * width;
          dscores[at] = dot<Real>(g, kv.item(b) + size + h * width, width);
          if (d.data) add_scaled(weights[at], g, d.item(b) + size + h * width, width);
        }
    }
    if (ages) {  // dw = (value of the age)ᵀ·dy, d value = w·dy
      const bool wanted = t.wants(ages->values);
      const Gradient d = wanted ? touch_to_add(t, ages->values) : Gradient{};
      for (size_t i = 0; i < heads * batch; ++i) {
        const Real* g = dy.item(i / heads) + i % heads * width;
        add_age_scores(t.value(ages->values), g, 1, dscores + i * steps, steps);
        if (wanted) add_age_gradients(d, weights + i * steps, steps, g);
      }
    }
    for (size_t i = 0; i < heads * batch; ++i)
      softmax_column_back(weights + i * steps, dscores + i * steps, steps, scale_by);
    std::fill_n(dquery, size * batch, Real{0});
    if (ages) {  // dq = ds·(key of the age), d key = ds·q
      const bool wanted = t.wants(ages->keys);
      const Gradient d = wanted ? touch_to_add(t, ages->keys) : Gradient{};
      for (size_t i = 0; i < heads * batch; ++i) {
        const size_t at = i / heads * size + i % heads * width;
        add_age_vectors(t.value(ages->keys), dscores + i * steps, steps, dquery + at);
        if (wanted) add_age_gradients(d, dscores + i * steps, steps, qv.item(i / heads) + i % heads * width);
      }
    }
    for (size_t j = 0; j < steps; ++j) {  // dq = Σ ds·k, dk = ds·q
      const auto kv = t.value(inputs[j]);
      const Gradient d = t.wants(inputs[j]) ? t.touch(inputs[j]) : Gradient{};
      for (size_t b = 0; b < batch; ++b)
        for (size_t h = 0; h < heads; ++h) {
          const Real ds = dscores[(b * heads + h) * steps + j];
          add_scaled(ds, kv.item(b) + h * width, dquery + b * size + h * width, width);
          if (d.data) add_scaled(ds, qv.item(b) + h * width, d.item(b) + h * width, width);
        }
    }
    if (t.wants(query)) {
      const Gradient dq = touch_to_add(t, query);
      for (size_t b = 0; b < batch; ++b) add_scaled(1, dquery + b * size, dq.item(b), size);
    }
    t.give_back(dquery, size * batch);
    t.give_back(dscores, steps * heads * batch);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
