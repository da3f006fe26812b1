#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <type_traits>

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/dnc/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Ranks of the elements from `at` on, one a lane: the number of smaller elements, and of equal ones before it.
template <class At>
auto ranks(const Real* x, size_t n, At at) {
  using V = typename At::Value;
  using Mask = decltype(V{} < V{});
  constexpr size_t kLanes = sizeof(V) / sizeof(Real), kRows = At::kRows;
  std::array<V, kRows> own;
  std::array<Mask, kRows> ranks{};
  Mask lane;
  for (size_t l = 0; l < kLanes; ++l) lane[l] = static_cast<int>(l);
  for (size_t r = 0; r < kRows; ++r) own[r] = at[r](x);
  const auto count = [&](size_t from, size_t to, auto comes_before) {
    for (size_t j = from; j < to; ++j) {
      const V other = x[j] - V{};
      for (size_t r = 0; r < kRows; ++r) ranks[r] -= comes_before(other, own[r]);  // it is −1 where it holds
    }
  };
  const auto below = [](V a, V b) { return a < b; };
  const auto not_above = [](V a, V b) { return a <= b; };
  const auto tied = [&](V a, V b, size_t l) { return (a < b) | ((a == b) & (lane > static_cast<int>(l))); };
  count(0, at.i, not_above);
#pragma GCC unroll 4  // with constant indices all ranks stay in registers
  for (size_t q = 0; q < kRows; ++q)
    for (size_t l = 0; l < kLanes; ++l) {
      const V other = x[at[q].i + l] - V{};
      for (size_t r = 0; r < kRows; ++r)
        ranks[r] -= r < q ? below(other, own[r]) : r > q ? not_above(other, own[r]) : tied(other, own[r], l);
    }
  count(at.i + kRows * kLanes, n, below);
  return ranks;
}

/// order[k]: the element with k smaller ones, the lower number first among equals. By counting, four registers of
/// elements at a time, without branches to mispredict: for 128 numbers several times as fast as a sort, and beside N×N
/// links an N² does not matter.
void order_by_size(const Real* x, uint32_t* order, size_t n) {
  std::iota(order, order + n, 0u);  // with a NaN ranks may collide; every entry is a valid slot even so
  in_lane_blocks<Real, 4>(n, [&](auto at) {
    using V = typename decltype(at)::Value;
    if constexpr (std::is_same_v<V, Real>) {
      size_t rank = 0;
      for (size_t j = 0; j < n; ++j) rank += x[j] < x[at.i] || (x[j] == x[at.i] && j < at.i);
      order[rank] = static_cast<uint32_t>(at.i);
    } else {
      const auto all = ranks(x, n, at);
      for (size_t r = 0; r < at.kRows; ++r)
        for (size_t l = 0; l < LanesOf<Real>::kCount; ++l) order[all[r][l]] = static_cast<uint32_t>(at[r].i + l);
    }
  });
}

Real lifted(Real usage) { return kLeastUsage + (1 - kLeastUsage) * usage; }
Real unused(Real usage) { return (1 - kLeastUsage) * (1 - usage); }  // 1 − lifted usage, never below 0

}  // namespace

Var allocation(Var usage) {
  Tape& tape = *usage.tape;
  const size_t slots = usage.rows, batch = usage.batch();
  if (usage.cols != 1) shapes_do_not_fit("allocation", {usage}, "one column is needed");
  Var y = like(usage);
  auto* orders = tape.keep<uint32_t>(slots * batch);
  Real* products = tape.keep<Real>(slots * batch);  // of the smaller usages, in ascending order
  {
    const auto u = tape.value(usage);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b) {
      uint32_t* order = orders + b * slots;
      order_by_size(u.item(b), order, slots);
      for (size_t n = 0; n < slots; ++n) out.item(b)[n] = u.item(b)[n] - u.item(b)[n];  // so that a NaN is seen
      Real product = 1;
      for (size_t k = 0; k < slots; ++k) {
        const Real now = u.item(b)[order[k]];
        products[b * slots + k] = product;
        out.item(b)[order[k]] = unused(now) * product;
        product *= lifted(now);
      }
    }
  }
  tape.tell([=] {  // two operations for each pair of slots to order them
    return OpWork{y.numbers() * (slots * Work{2} + Work{7}), y.numbers() * Work{10}};
  });
  // With P_k the product of the usages before the k-th: du_k = P_k·(dP_{k+1} − da_k), dP_k = (1 − u_k)·da_k +
  // u_k·dP_{k+1}.
  return tape.record(y, {usage}, [=] {
    Tape& t = *y.tape;
    const auto u = t.value(usage), da = t.gradient(y);
    const Gradient du = t.touch(usage);
    for (size_t b = 0; b < batch; ++b) {
      const uint32_t* order = orders + b * slots;
      if (du.fresh) std::fill_n(du.item(b), slots, Real{0});
      Real later = 0;  // the gradient of the product after the k-th
      for (size_t k = slots; k-- > 0;) {
        const uint32_t slot = order[k];
        const Real d = da.item(b)[slot], now = u.item(b)[slot];
        du.item(b)[slot] += (1 - kLeastUsage) * products[b * slots + k] * (later - d);
        later = unused(now) * d + lifted(now) * later;
      }
    }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
