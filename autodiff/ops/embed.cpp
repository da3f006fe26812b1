#include "autodiff/ops/embed.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/fresh_gradient.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Vectors of words, or weights of places, `step` numbers apart.
template <class T>
struct Strip {
  T* data;
  size_t step;
  T* operator[](size_t i) const { return data + i * step; }
  Strip from(size_t row) const { return {data + row, step}; }
};

/// Sentences over a vocabulary of `words` words, with `places` places.
struct Bags {
  std::span<const Bag> each;
  size_t words, places;

  /// Calls body(word, place) for the words of a bag, kNoWord left out.
  template <class Body>
  [[gnu::always_inline]] void each_word(size_t s, Body body) const {
    const Bag bag = each[s];
    for (size_t j = 0; j < bag.words.size(); ++j)
      if (bag.words[j] < words) body(bag.words[j], std::min(j, places - 1));
    if (bag.last < words) body(bag.last, places - 1);
  }
};

/// Rows from `first` on, `kCount` times V side by side; the first `taken` of them have been done before.
template <class V, size_t kCount>
struct RowRun {
  size_t first, taken;
};

/// Calls body(rows) along 0 … rows − 1, up to eight registers at a time, so that what all words of a bag share stays in
/// registers. The last register overlaps the one before. Fewer rows than one register holds are taken one by one.
template <class Body>
void in_registers(size_t rows, Body body) {
  constexpr size_t kLanes = LanesOf<Real>::kCount, kMost = 8;
  if (rows < kLanes) {
    for (size_t r = 0; r < rows; ++r) body(RowRun<Real, 1>{r, 0});
    return;
  }
  size_t first = 0;
  for (size_t left = rows / kLanes; left > 0; left = (rows - first) / kLanes) {
    const size_t count = std::min(left, kMost);
    [&]<size_t... I>(std::index_sequence<I...>) {
      (void)((count == I + 1 && (body(RowRun<Lanes<Real>, I + 1>{first, 0}), true)) || ...);
    }
    (std::make_index_sequence<kMost>{});
    first += count * kLanes;
  }
  if (first < rows) body(RowRun<Lanes<Real>, 1>{rows - kLanes, first + kLanes - rows});
}

template <class V>
[[gnu::always_inline]] inline V load(const Real* x, size_t i) {
  return At<V, Real>{i * sizeof(V) / sizeof(Real)}(x);
}
template <class V>
[[gnu::always_inline]] inline void store(Real* x, size_t i, V v) {
  At<V, Real>{i * sizeof(V) / sizeof(Real)}.put(x, v);
}

// The loops are functions of their own, so that their few pointers stay in registers.

/// Columns of y: the sums of the bags' vectors, each times its place's weights, or unweighted (kPlaces false).
template <bool kPlaces, class V, size_t kCount>
[[gnu::noinline]] void sum_up(const Bags bags, Strip<const Real> vectors, Strip<const Real> weights, Strip<Real> y) {
  for (size_t s = 0; s < bags.each.size(); ++s) {
    V sums[kCount] = {};
    bags.each_word(s, [&](size_t word, size_t place) {
      const Real *const vector = vectors[word], *const weight = kPlaces ? weights[place] : nullptr;
      for (size_t i = 0; i < kCount; ++i)
        sums[i] += kPlaces ? load<V>(vector, i) * load<V>(weight, i) : load<V>(vector, i);
    });
    for (size_t i = 0; i < kCount; ++i) store(y[s], i, sums[i]);
  }
}

/// Where a bag's gradient goes: to the words' vectors, with the places' weights as factors, or to the weights, with the
/// vectors as factors.
enum class BackTo { kVectors, kWeights };

/// Adds dy's columns, times their factors or (kFactors false) as they are, to the gradients of what the bags sum.
template <BackTo kTo, bool kFactors, class V, size_t kCount>
[[gnu::noinline]] void hand_back(const Bags bags, Strip<const Real> dy, size_t taken, Strip<const Real> factors,
                                 Strip<Real> to) {
  for (size_t s = 0; s < bags.each.size(); ++s) {
    V d[kCount];
    for (size_t i = 0; i < kCount; ++i) d[i] = load<V>(dy[s], i);
    if constexpr (sizeof(V) > sizeof(Real))
      if (taken > 0) d[0] = lanes_from<Real>(taken, d[0]);
    bags.each_word(s, [&](size_t word, size_t place) {
      Real* const sum = to[kTo == BackTo::kVectors ? word : place];
      const Real* const factor = kFactors ? factors[kTo == BackTo::kVectors ? place : word] : nullptr;
      for (size_t i = 0; i < kCount; ++i)
        store(sum, i, load<V>(sum, i) + (kFactors ? d[i] * load<V>(factor, i) : d[i]));
    });
  }
}

/// So many numbers of a table are read, and their gradients read and written, once for each word.
Moved moved_rows(size_t numbers, Var y, size_t learns) {
  return {static_cast<double>(numbers + y.numbers()), static_cast<double>((1 + 2 * learns) * numbers + y.numbers())};
}

/// With a weight for each place, or without (kPlaces false).
template <bool kPlaces>
Var embed_bags(Var table, Var places, std::span<const Bag> each, size_t cols, size_t batch, SourceLocation op) {
  Tape& tape = *table.tape;
  Var y = tape.make(table.rows, cols, batch);
  const size_t rows = table.rows;
  const Bags bags{each, table.cols, kPlaces ? places.cols : 1};
  const auto vectors_of = [](const Window<const Real>& x) { return Strip<const Real>{x.data, x.leading}; };
  {
    const Strip<const Real> vectors = vectors_of(tape.value(table)), weights = vectors_of(tape.value(places));
    const Strip<Real> to{tape.fill(y).data, rows};
    in_registers(rows, [&]<class V, size_t kCount>(RowRun<V, kCount> at) {
      sum_up<kPlaces, V, kCount>(bags, vectors.from(at.first), weights.from(at.first), to.from(at.first));
    });
  }
  tape.tell([&] {
    size_t words = 0;
    for (size_t s = 0; s < each.size(); ++s) bags.each_word(s, [&](size_t, size_t) { ++words; });
    const size_t numbers = words * rows, learns = size_t{tape.wants(table)} + (kPlaces && tape.wants(places));
    const Work one{kPlaces ? 2.0 : 1.0};  // a word is added, weighed by its place or not; and back
    return OpWork{numbers * one, learns * numbers * one, moved_rows(numbers * (kPlaces ? 2 : 1), y, learns)};
  });
  const Var inputs[] = {table, places};
  return tape.record(
      y, std::span(inputs, kPlaces ? 2 : 1),
      [=] {
        Tape& again = *table.tape;
        const Strip<const Real> dy = vectors_of(again.gradient(y)), vectors = vectors_of(again.value(table)),
                                weights = vectors_of(again.value(places));
        const auto gradients = again.touch(std::array{table, kPlaces ? places : table});
        const Gradient &dtable = gradients[0], &dplaces = gradients[1];
        clear_if_fresh(dtable);
        if (kPlaces) clear_if_fresh(dplaces);
        in_registers(rows, [&]<class V, size_t kCount>(RowRun<V, kCount> at) {
          const size_t first = at.first;
          if (dtable.data)
            hand_back<BackTo::kVectors, kPlaces, V, kCount>(bags, dy.from(first), at.taken, weights.from(first),
                                                            {dtable.data + first, dtable.leading});
          if (kPlaces && dplaces.data)
            hand_back<BackTo::kWeights, true, V, kCount>(bags, dy.from(first), at.taken, vectors.from(first),
                                                         {dplaces.data + first, dplaces.leading});
        });
      },
      op);
}

void check_bags(Var table, Var places, std::span<const Bag> bags, size_t cols, size_t batch) {
  if (table.batch() != 1 || places.batch() != 1 || places.rows != table.rows || places.cols == 0 ||
      bags.size() != cols * batch)
    shapes_do_not_fit("embed", {table, places}, "one item each, equal rows, and cols·batch bags are needed");
}

}  // namespace

Var embed(Var table, Var places, std::span<const Bag> bags, size_t cols, size_t batch) {
  check_bags(table, places, bags, cols, batch);
  return embed_bags<true>(table, places, bags, cols, batch, SourceLocation::current());
}

Var embed(Var table, std::span<const Bag> bags, size_t cols, size_t batch) {
  check_bags(table, table, bags, cols, batch);
  return embed_bags<false>(table, table, bags, cols, batch, SourceLocation::current());
}

Var embed(Var table, Var tokens) {
  if (!tokens.tape->is_tokens(tokens)) return matmul(table, tokens);
  if (table.batch() != 1 || tokens.rows != table.cols)
    shapes_do_not_fit("embed", {table, tokens}, "tokens, of as many kinds as the table of one item has columns");
  Tape& tape = *table.tape;
  const size_t rows = table.rows, cols = tokens.cols, batch = tokens.batch();
  Var y = tape.make(rows, cols, batch);
  const auto t = tape.value(table);
  const auto to = tape.fill(y);
  for (size_t b = 0; b < batch; ++b)
    for (size_t c = 0; c < cols; ++c) {
      const uint32_t token = tape.token(tokens, b, c);
      if (token == kNoToken)
        std::fill_n(to.column(b, c), rows, Real{0});
      else
        std::copy_n(t.column(0, token), rows, to.column(b, c));
    }
  tape.tell([&] {
    size_t words = 0;
    for (size_t b = 0; b < batch; ++b)
      for (size_t c = 0; c < cols; ++c) words += tape.token(tokens, b, c) != kNoToken;
    return OpWork{{}, words * rows * Work{1}, moved_rows(words * rows, y, 1)};
  });
  return tape.record(y, {table}, [=] {
    Tape& again = *table.tape;
    const auto dy = again.gradient(y);
    const Gradient dtable = again.touch(table);
    for (size_t c = 0; dtable.fresh && c < dtable.cols; ++c) std::fill_n(dtable.column(0, c), rows, Real{0});
    for (size_t b = 0; b < batch; ++b)
      for (size_t c = 0; c < cols; ++c) {
        const uint32_t token = again.token(tokens, b, c);
        if (token == kNoToken) continue;
        Real* const sum = dtable.column(0, token);
        const Real* const d = dy.column(b, c);
        in_lanes<Real>(rows, [&](auto at) { at.put(sum, at(sum) + at(d)); });
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
