#include "attention/fused/attend_nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "attention/fused/step_kernels.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/softmax_column.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void check_nearest(Var query, std::span<const Var> remembered, size_t heads, size_t count) {
  if (remembered.empty() || count == 0)
    throw ShapeError("attend_nearest: got nothing to attend to; one step at least is needed");
  if (heads == 0 || query.rows % heads != 0 || query.cols != 1)
    shapes_do_not_fit("attend_nearest", {query}, "a query is one column, and the heads divide its rows");
  for (const Var& x : remembered)
    if (x.rows != 2 * query.rows || x.cols != 1 || x.batch() != query.batch())
      shapes_do_not_fit("attend_nearest", {query, x},
                        "a step's key and value need the query's rows each, in one column");
}

/// The numbers of the `count` greatest of n scores, in order of their numbers. A NaN counts as the greatest, so that it
/// is seen.
void choose_greatest(const Real* scores, size_t n, size_t count, std::vector<uint32_t>& order, uint32_t* chosen) {
  const auto rank = [=](uint32_t i) {
    return std::isnan(scores[i]) ? std::numeric_limits<Real>::infinity() : scores[i];
  };
  order.resize(n);
  std::iota(order.begin(), order.end(), uint32_t{0});
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count) - 1, order.end(),
                   [&](uint32_t i, uint32_t j) { return rank(i) > rank(j) || (rank(i) == rank(j) && i < j); });
  std::copy_n(order.begin(), count, chosen);
  std::sort(chosen, chosen + count);
}

}  // namespace

Var attend_nearest(Var query, std::span<const Var> remembered, size_t heads, size_t count, ReadOf read_of) {
  check_nearest(query, remembered, heads, count);
  Tape& tape = *query.tape;
  const size_t size = query.rows, batch = query.batch(), steps = remembered.size(), width = size / heads,
               most = std::min(count, steps), all = heads * batch, from = read_of == ReadOf::kKeys ? 0 : size;
  const Real scale_by = 1 / std::sqrt(static_cast<Real>(width));
  Var y = tape.make(size, 1, batch);
  Var* inputs = tape.keep<Var>(steps + 1);
  std::copy(remembered.begin(), remembered.end(), inputs);
  inputs[steps] = query;
  uint32_t* chosen = tape.keep<uint32_t>(most * all);  // of each head of each item
  Real* weights = tape.keep<Real>(most * all);
  thread_local std::vector<Real> scores;
  thread_local std::vector<uint32_t> order;
  scores.resize(steps * all);
  const auto q = tape.value(query);
  const auto out = tape.fill(y);
  for (size_t j = 0; j < steps; ++j) {
    const auto key = tape.value(inputs[j]);
    for (size_t i = 0; i < all; ++i)
      scores[i * steps + j] =
          scale_by * dot<Real>(q.item(i / heads) + i % heads * width, key.item(i / heads) + i % heads * width, width);
  }
  std::fill_n(out.data, size * batch, Real{0});
  for (size_t i = 0; i < all; ++i) {
    uint32_t* const here = chosen + i * most;
    Real* const weight = weights + i * most;
    choose_greatest(&scores[i * steps], steps, most, order, here);
    std::transform(here, here + most, weight, [&](uint32_t j) { return scores[i * steps + j]; });
    softmax_column(weight, weight, most);
    const size_t row = i % heads * width;
    for (size_t n = 0; n < most; ++n)
      add_scaled(weight[n], tape.value(inputs[here[n]]).item(i / heads) + from + row, out.item(i / heads) + row, width);
  }
  tape.tell([&] {
    const Work product = product_work(1, 1, width);  // of a head's rows
    const auto learns = static_cast<size_t>(
        std::count_if(chosen, chosen + most * all, [&](uint32_t j) { return tape.wants(inputs[j]); }));
    // Each score is scaled and compared. Each chosen step has dw and dq, and where it learns dv and dk.
    return OpWork{all * (steps * (product + Work{2}) + most * (kSoftmaxWork + product)),
                  all * most * (kSoftmaxBackWork + 2 * product) + learns * (2 * product)};
  });
  return tape.record(y, std::span<const Var>(inputs, steps + 1), [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y), qv = t.value(query);
    Real* dscores = t.borrow(most);
    Real* dquery = t.borrow(size * batch);
    std::fill_n(dquery, size * batch, Real{0});
    for (size_t i = 0; i < all; ++i) {
      const size_t b = i / heads, row = i % heads * width;
      const uint32_t* const here = chosen + i * most;
      const Real *const weight = weights + i * most, *const g = dy.item(b) + row;
      for (size_t n = 0; n < most; ++n)  // dw = vᵀ·dy
        dscores[n] = dot<Real>(g, t.value(inputs[here[n]]).item(b) + from + row, width);
      softmax_column_back(weight, dscores, most, scale_by);
      for (size_t n = 0; n < most; ++n) {  // dv = w·dy (v may be k), dq = Σ ds·k, dk = ds·q
        const Var& x = inputs[here[n]];
        add_scaled(dscores[n], t.value(x).item(b) + row, dquery + b * size + row, width);
        if (!t.wants(x)) continue;
        const Gradient d = touch_to_add(t, x);
        add_scaled(weight[n], g, d.item(b) + from + row, width);
        add_scaled(dscores[n], qv.item(b) + row, d.item(b) + row, width);
      }
    }
    if (t.wants(query)) {
      const Gradient dq = touch_to_add(t, query);
      for (size_t b = 0; b < batch; ++b) add_scaled(1, dquery + b * size, dq.item(b), size);
    }
    t.give_back(dquery, size * batch);
    t.give_back(dscores, most);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
