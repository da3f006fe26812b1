// Sparse access that follows links, against the dense memory of the same equations (Rae et al. 2016, section 3 and
// supplementary D), values and gradients.

#include <algorithm>

#include "attention/scores/cosine.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/lru/ops.hpp"
#include "memory/matrix/access.hpp"
#include "memory/sparse/access.hpp"
#include "memory/sparse/sparse.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

constexpr size_t kSlots = 5, kWidth = 4;

SparseControls told_orders(In in, size_t t) {
  const Real turn = t % 2 == 0 ? Real(1) : Real(-0.7);
  return {scale(in[0], turn), in[1], shift(scale(in[2], turn), Real(0.1) * static_cast<Real>(t)), in[3], in[4], in[5]};
}

CheckedFunction sparse_follow(size_t steps) {
  const SparseReads how{kSlots, kSlots};
  const auto beginning = std::make_shared<SparseBeginning>(kSlots, kWidth, 0);
  return [=](Tape& tape, In in) {
    SparseAccessState accessed = start_sparse(tape, *beginning, how, in[0].cols, in[0].batch());
    Var all = scale(in[0], 0);
    for (size_t t = 0; t < steps; ++t) {
      accessed = sparse_access(*beginning, how, accessed, told_orders(in, t));
      all = add(all, scale(accessed.reads, 1 + static_cast<Real>(t)));
    }
    return all;
  };
}

/// The parts of an item's state that are not values: links N (P is Nᵀ), precedence, and each slot's last access.
struct Order {
  double later[kSlots][kSlots] = {}, precedence[kSlots] = {};
  int last[kSlots] = {};

  uint32_t oldest() const { return static_cast<uint32_t>(std::min_element(last, last + kSlots) - last); }
  void write(std::vector<double> w) {
    double total = 0;
    for (const double x : w) total += x;
    for (double& x : w) x /= std::max(total, 1.0);
    for (size_t i = 0; i < kSlots; ++i)
      for (size_t j = 0; j < kSlots; ++j) later[i][j] = i == j ? 0 : (1 - w[i]) * later[i][j] + w[i] * precedence[j];
    for (size_t i = 0; i < kSlots; ++i) precedence[i] = (1 - std::min(total, 1.0)) * precedence[i] + w[i];
  }
};

/// The targets of the links, as a constant.
Var along(Tape& tape, const std::vector<Order>& orders, Var looked, bool forward) {
  const auto weights = tape.value(looked);
  const Var y = tape.filled(kSlots, looked.cols, orders.size(), 0);
  for (size_t b = 0; b < orders.size(); ++b)
    for (size_t h = 0; h < looked.cols; ++h)
      for (size_t i = 0; i < kSlots; ++i)
        for (size_t j = 0; j < kSlots; ++j)
          tape.fill(y).column(b, h)[j] +=
              (forward ? orders[b].later[j][i] : orders[b].later[i][j]) * weights.column(b, h)[i];
  return y;
}

/// One head writes, so one slot is erased per step.
CheckedFunction dense_follow(size_t steps) {
  return [=](Tape& tape, In in) {
    const size_t heads = in[0].cols, batch = in[0].batch();
    Var memory = tape.filled(kSlots, kWidth, batch, 0), looked = tape.filled(kSlots, heads, batch, 0);
    Var all = scale(in[0], 0);
    std::vector<Order> orders(batch);
    for (size_t t = 0; t < steps; ++t) {
      const SparseControls said = told_orders(in, t);
      const Var least = tape.filled(kSlots, 1, batch, 0);
      for (size_t b = 0; b < batch; ++b) tape.fill(least).column(b, 0)[orders[b].oldest()] = 1;
      const Var weights = multiply(said.amounts, mix(said.gates, columns(looked, 0, 1), least));
      memory = clear_and_add(memory, least, weights, said.vectors);
      std::vector<std::vector<double>> accessed(batch, std::vector<double>(kSlots));
      for (size_t b = 0; b < batch; ++b) {
        const Real* const w = tape.value(weights).column(b, 0);
        accessed[b].assign(w, w + kSlots);
        orders[b].write(accessed[b]);
      }
      const Var backward = along(tape, orders, looked, false), forward = along(tape, orders, looked, true);
      const Var content = softmax(multiply(said.strengths, cosine(memory, said.keys)));
      const auto mode = [&](size_t i) { return rows(said.modes, i, 1); };
      looked = add(add(multiply(mode(0), backward), multiply(mode(1), content)), multiply(mode(2), forward));
      all = add(all, scale(read(memory, looked), 1 + static_cast<Real>(t)));
      for (size_t b = 0; b < batch; ++b)
        for (size_t n = 0; n < kSlots; ++n) {
          for (size_t h = 0; h < heads; ++h) accessed[b][n] += tape.value(looked).column(b, h)[n];
          if (accessed[b][n] > SparseReads{}.delta) orders[b].last[n] = static_cast<int>(t) + 1;
        }
    }
    return all;
  };
}

}  // namespace

TEST_CASE("following every link it is the dense memory of the same equations, values and gradients") {
  for (const size_t readers : {1, 2})
    for (const size_t steps : {1, 3, 9}) {
      INFO(readers << " readers, " << steps << " steps");
      testing::check_twins(sparse_follow(steps), dense_follow(steps),
                           {{"keys", kWidth, readers},
                            {"strengths", 1, readers, 1, 12},
                            {"vectors", kWidth, 1},
                            {"amounts", 1, 1, 0, 1},
                            {"gates", 1, 1, 0, 1},
                            {"modes", 3, readers, 0.1, 0.6}});
    }
}

TEST_CASE("with links a step writes three times the slots that are read by content, and one, for each writing head") {
  SparseSettings settings;
  settings.slots = 64;
  settings.width = 10;
  settings.write_heads = 2;
  settings.reads = 4;
  CHECK(SparseMemory(settings).cost() == (4 + 1) * 2 * 10);
  settings.kept_links = 8;
  CHECK(SparseMemory(settings).cost() == (3 * 4 + 1) * 2 * 10);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
