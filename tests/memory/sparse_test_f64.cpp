// Sparse access against the dense memory of the same equations (Rae et al. 2016, section 3), and its building blocks
// against brute force.

#include "memory/sparse/sparse.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "attention/scores/cosine.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/lru/ops.hpp"
#include "memory/matrix/access.hpp"
#include "memory/sparse/write.hpp"
#include "tests/support/context.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

constexpr size_t kRowWidth = 4;
constexpr Real kDelta = Real(0.005);

SparseReads reading(size_t slots, size_t iterations = 1) { return {slots, 0, kDelta, iterations}; }

/// The controls of step t, from a row's inputs.
SparseControls told(In in, size_t t) {
  const Real turn = t % 2 == 0 ? Real(1) : Real(-0.7);
  const Var keys = t % 3 == 2 ? shift(in[0], Real(0.3)) : scale(in[0], turn);
  return {keys, in[1], shift(scale(in[2], turn), Real(0.1) * static_cast<Real>(t)), in[3], in[4]};
}

CheckedFunction sparse_reads(size_t slots, size_t steps, size_t iterations) {
  const auto beginning = std::make_shared<SparseBeginning>(slots, kRowWidth, 0);
  return [=](Tape& tape, In in) {
    SparseAccessState accessed = start_sparse(tape, *beginning, reading(slots), in[0].cols, in[0].batch());
    Var all = scale(in[0], 0);
    for (size_t t = 0; t < steps; ++t) {
      accessed = sparse_access(*beginning, reading(slots, iterations), accessed, told(in, t));
      all = add(all, scale(accessed.reads, 1 + static_cast<Real>(t)));
    }
    return all;
  };
}

/// For each item the least recently accessed slots, ties by the lowest number, one per column.
Var oldest(Tape& tape, const std::vector<std::vector<int>>& last, size_t count) {
  const size_t slots = last[0].size();
  const Var y = tape.filled(slots, count, last.size(), 0);
  for (size_t b = 0; b < last.size(); ++b) {
    std::vector<size_t> order(slots);
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t i, size_t j) { return last[b][i] < last[b][j]; });
    for (size_t c = 0; c < count; ++c) tape.fill(y).column(b, c)[order[c]] = 1;
  }
  return y;
}

/// The same over all slots, from elementary ops.
CheckedFunction dense_reads(size_t slots, size_t steps, size_t iterations) {
  return [=](Tape& tape, In in) {
    const size_t heads = in[0].cols, writers = in[2].cols, batch = in[0].batch();
    Var memory = tape.filled(slots, kRowWidth, batch, 0), looked = tape.filled(slots, heads, batch, 0);
    Var all = scale(in[0], 0);
    std::vector<std::vector<int>> last(batch, std::vector<int>(slots, -1));
    for (size_t t = 0; t < steps; ++t) {
      const SparseControls said = told(in, t);
      const Var least = oldest(tape, last, writers);
      std::vector<Var> of_writers;
      for (size_t h = 0; h < writers; ++h) of_writers.push_back(columns(looked, h % heads, 1));
      const Var weights = multiply(said.amounts, mix(said.gates, beside(of_writers), least));
      memory = clear_and_add(memory, sum_columns(least), weights, said.vectors);
      looked = softmax(multiply(said.strengths, cosine(memory, said.keys)));
      for (size_t i = 1; i < iterations; ++i)
        looked = softmax(multiply(said.strengths, cosine(memory, read(memory, looked))));
      all = add(all, scale(read(memory, looked), 1 + static_cast<Real>(t)));
      const auto w = tape.value(weights), r = tape.value(looked);
      for (size_t b = 0; b < batch; ++b)
        for (size_t n = 0; n < slots; ++n) {
          Real total = 0;
          for (size_t h = 0; h < writers; ++h) total += w.column(b, h)[n];
          for (size_t h = 0; h < heads; ++h) total += r.column(b, h)[n];
          if (total > kDelta) last[b][n] = static_cast<int>(t);
        }
    }
    return all;
  };
}

std::vector<OpInput> sparse_inputs(size_t readers, size_t writers) {
  return {{"keys", kRowWidth, readers},
          {"strengths", 1, readers, 1, 12},
          {"vectors", kRowWidth, writers},
          {"amounts", 1, writers, 0, 1},
          {"gates", 1, writers, 0, 1}};
}

/// The whole of a memory as numbers.
struct Snapshot {
  std::vector<std::vector<Real>> rows;
  std::vector<uint32_t> places, order, accessed;
  bool operator==(const Snapshot&) const = default;
};

Snapshot snapshot(const SparseRows& memory) {
  Snapshot now;
  for (uint32_t slot = 0; slot < memory.slots(); ++slot) {
    const SparseRows::Row row = memory.row(slot);
    now.rows.emplace_back();
    if (row.numbers) now.rows.back().assign(row.numbers, row.numbers + memory.width());
    now.rows.back().push_back(row.norm);
    now.places.push_back(row.place);
  }
  now.order.resize(memory.slots());
  memory.oldest(now.order);
  now.accessed.resize(memory.accessed_count());
  memory.accessed(now.accessed);
  return now;
}

/// Every slot scored, sorted.
std::vector<uint32_t> brute_force(const SparseRows& memory, const Real* key, size_t count) {
  std::vector<Likeness> all;
  for (uint32_t slot = 0; slot < memory.slots(); ++slot) {
    const SparseRows::Row row = memory.row(slot);
    all.push_back(Likeness::of(row.numbers ? dot<Real>(key, row.numbers, memory.width()) * row.norm : 0, slot));
  }
  std::sort(all.begin(), all.end(), [](const Likeness& a, const Likeness& b) { return a.before(b); });
  std::vector<uint32_t> slots;
  for (size_t k = 0; k < count; ++k) slots.push_back(all[k].slot);
  return slots;
}

/// A vector from so few possibilities that many rows are equal, some zero and some opposite to each other.
std::vector<Real> hostile(Stream& stream, size_t width) {
  const Real size[] = {0, 1, -1, 2};
  std::vector<Real> v(width, 0);
  v[stream.bits() % width] = size[stream.bits() % 4];
  return v;
}

}  // namespace

TEST_CASE("reading every slot it is the dense memory of the same equations, values and gradients") {
  for (const auto& [readers, writers] : {std::pair<size_t, size_t>{1, 1}, {2, 1}, {2, 3}})
    for (const size_t steps : {1, 2, 11})
      for (const size_t iterations : {1, 3}) {
        INFO(readers << " readers, " << writers << " writers, " << steps << " steps, " << iterations << " iterations");
        testing::check_twins(sparse_reads(5, steps, iterations), dense_reads(5, steps, iterations),
                             sparse_inputs(readers, writers));
      }
}

TEST_CASE("whatever a step does, rollback brings every number back, and the index finds what brute force finds") {
  const ParameterStore none(0);
  for (const auto& [slots, filled] : {std::pair<size_t, size_t>{3, 0}, {12, 0}, {12, 5}, {12, 12}, {700, 600}}) {
    INFO(slots << " slots, " << filled << " filled");
    const SparseBeginning beginning(slots, kRowWidth, filled);
    Tape tape;
    tape.begin(none, nullptr);
    SparseRows memory(tape, beginning);
    std::vector<Snapshot> past{snapshot(memory)};
    Stream stream(3, Split::kCheck, Purpose::kTest, slots + filled);
    for (int turn = 0; turn < 80; ++turn) {
      if (stream.bits() % 5 == 0) {
        past.resize(1 + stream.bits() % past.size());
        memory.rollback(past.size() - 1);
        REQUIRE((snapshot(memory) == past.back()));
        continue;
      }
      std::vector<uint32_t> order = past.back().order;
      for (size_t i = stream.bits() % 3; i > 0; --i) memory.erase(order[stream.bits() % slots]);
      for (size_t i = stream.bits() % 6; i > 0; --i)
        memory.add(static_cast<uint32_t>(stream.bits() % slots), 1, hostile(stream, kRowWidth).data());
      memory.written();
      std::set<uint32_t> accessed;
      for (size_t i = stream.bits() % 6; i > 0; --i) accessed.insert(static_cast<uint32_t>(stream.bits() % slots));
      for (const uint32_t slot : accessed) {
        memory.access(slot);
        order.erase(std::find(order.begin(), order.end(), slot));
        order.push_back(slot);
      }
      REQUIRE(memory.commit() == past.size());
      past.push_back(snapshot(memory));
      REQUIRE((past.back().order == order));  // the ring
      for (const size_t count : {size_t{1}, std::min<size_t>(7, slots), slots}) {
        std::vector<Real> keys = hostile(stream, kRowWidth);
        for (const Real x : hostile(stream, kRowWidth)) keys.push_back(x + Real(0.25));
        std::vector<Likeness> found(2 * count);
        memory.nearest(keys.data(), 2, count, found.data());
        for (size_t h = 0; h < 2; ++h) {
          std::vector<uint32_t> got;
          for (size_t k = 0; k < count; ++k) got.push_back(found[h * count + k].slot);
          REQUIRE((got == brute_force(memory, keys.data() + h * kRowWidth, count)));
        }
      }
    }
    memory.rollback(0);
    CHECK((snapshot(memory) == past[0]));
  }
}

TEST_CASE("a slot is accessed where all its weights together are above the threshold") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const SparseBeginning beginning(4, kRowWidth, 0);
  SparseRows memory(tape, beginning);
  SlotWeight weights[] = {{2, Real(0.003)}, {1, Real(0.004)}, {0, kDelta}, {2, Real(0.003)}, {1, 0}};
  access_slots(memory, weights, kDelta);
  memory.commit();
  CHECK(snapshot(memory).order == std::vector<uint32_t>{0, 1, 3, 2});
}

TEST_CASE("the backward sweep leaves every number of the memory as it was at the beginning") {
  const ParameterStore none(0);
  const SparseBeginning beginning(9, kRowWidth, 4);
  Tape tape;
  AlignedVector<Real> unused(1);
  tape.begin(none, unused.data());
  SparseRows fresh(tape, beginning);
  std::vector<Real> control(64, Real(0.4)), gradient(64, 0);
  const auto variable = [&](size_t rows, size_t cols) {
    return tape.variable(rows, cols, 1, control.data(), gradient.data());
  };
  const Var in[] = {variable(kRowWidth, 2), variable(1, 2), variable(kRowWidth, 2), variable(1, 2), variable(1, 2)};
  SparseAccessState accessed = start_sparse(tape, beginning, reading(3), 2, 1);
  SparseRows* rows = sparse_rows(accessed, 0);
  Var total = sum(accessed.reads);
  for (size_t t = 0; t < 8; ++t) {
    accessed = sparse_access(beginning, reading(3), accessed, told(in, t));
    total = add(total, sum(accessed.reads));
  }
  CHECK_FALSE((snapshot(*rows) == snapshot(fresh)));
  tape.backward(total);
  CHECK(rows->steps() == 0);
  CHECK(rows->journal_size() == 0);
  CHECK((snapshot(*rows) == snapshot(fresh)));
}

TEST_CASE("a step keeps a few numbers, however many slots there are") {
  const ParameterStore none(0);
  AlignedVector<Real> unused(1);
  std::vector<Real> control(64, Real(0.4)), gradient(64, 0);
  std::vector<size_t> held;
  for (const size_t slots : {size_t{1} << 8, size_t{1} << 20}) {
    const SparseBeginning beginning(slots, kRowWidth, 0);
    Tape tape;
    tape.begin(none, unused.data());
    const auto variable = [&](size_t rows, size_t cols) {
      return tape.variable(rows, cols, 1, control.data(), gradient.data());
    };
    const Var in[] = {variable(kRowWidth, 1), variable(1, 1), variable(kRowWidth, 1), variable(1, 1), variable(1, 1)};
    SparseAccessState accessed = start_sparse(tape, beginning, reading(4), 1, 1);
    for (size_t t = 0; t < 100; ++t) accessed = sparse_access(beginning, reading(4), accessed, told(in, t));
    tape.backward(sum(accessed.reads));
    held.push_back(tape.bytes_held());
  }
  CHECK(held[0] == held[1]);
  CHECK(held[1] < 2'000'000);
}

TEST_CASE("a state goes on once where gradients are wanted, and as often as one likes where they are not") {
  const ParameterStore none(0);
  AlignedVector<Real> unused(1);
  const SparseBeginning beginning(6, kRowWidth, 0);
  std::vector<Real> control(64, Real(0.4)), gradient(64, 0);
  for (const bool learns : {false, true}) {
    Tape tape;
    tape.begin(none, learns ? unused.data() : nullptr);
    const Var in[] = {tape.filled(kRowWidth, 1, 1, Real(0.3)), tape.filled(1, 1, 1, 2),
                      tape.filled(kRowWidth, 1, 1, Real(0.3)), tape.filled(1, 1, 1, Real(0.5)),
                      tape.filled(1, 1, 1, Real(0.5))};
    const SparseAccessState start = start_sparse(tape, beginning, reading(2), 1, 1);
    const SparseAccessState one = sparse_access(beginning, reading(2), start, told(in, 0));
    const SparseAccessState two = sparse_access(beginning, reading(2), one, told(in, 1));
    if (learns) {
      CHECK_THROWS_AS(sparse_access(beginning, reading(2), one, told(in, 1)), ShapeError);
      continue;
    }
    const SparseAccessState again = sparse_access(beginning, reading(2), one, told(in, 1));
    CHECK(testing::numbers(two.reads) == testing::numbers(again.reads));
    CHECK_THROWS_AS(sparse_access(beginning, reading(2), two, told(in, 1)), ShapeError);  // it was undone
  }
}

TEST_CASE("sparse access refuses what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const SparseBeginning beginning(6, kRowWidth, 0);
  const SparseAccessState start = start_sparse(tape, beginning, reading(2), 1, 1);
  const auto x = [&](size_t rows, size_t cols) { return tape.filled(rows, cols, 1, 1); };
  const SparseControls good{x(kRowWidth, 1), x(1, 1), x(kRowWidth, 2), x(1, 2), x(1, 2)};
  CHECK_NOTHROW(sparse_access(beginning, reading(2), start, good));
  SparseControls bad = good;
  bad.strengths = x(1, 2);
  CHECK_THROWS_AS(sparse_access(beginning, reading(2), start, bad), ShapeError);
  bad = good;
  bad.vectors = x(kRowWidth + 1, 2);
  CHECK_THROWS_AS(sparse_access(beginning, reading(2), start, bad), ShapeError);
}

TEST_CASE("slots fewer than what is read or written of them are refused") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const SparseBeginning beginning(3, kRowWidth, 0);
  const auto x = [&](size_t rows, size_t cols) { return tape.filled(rows, cols, 1, 1); };
  const auto step = [&](size_t reads, size_t writers) {
    sparse_access(beginning, reading(reads), start_sparse(tape, beginning, reading(reads), 1, 1),
                  {x(kRowWidth, 1), x(1, 1), x(kRowWidth, writers), x(1, writers), x(1, writers)});
  };
  CHECK_NOTHROW(step(3, 3));
  CHECK_THROWS_WITH(step(4, 1), Catch::Contains("3 slots, 4 reads by content"));
  CHECK_THROWS_WITH(step(1, 4), Catch::Contains("3 slots, 1 reads by content and 4 writing heads"));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
