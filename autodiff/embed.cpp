#include "autodiff/embed.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "autodiff/fresh_gradient.hpp"
#include "autodiff/lanes.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Calls each(word, place) for the words of a bag that say something.
template <class Each>
inline void each_word(const Bag& bag, size_t words, size_t places, Each each) {
  for (size_t j = 0; j < bag.words.size(); ++j)
    if (bag.words[j] < words) each(bag.words[j], std::min(j, places - 1));
  if (bag.last < words) each(bag.last, places - 1);
}

/// Calls body(count) with `count`, from 1 to 8, as a constant.
template <class Body, size_t... I>
[[gnu::always_inline]] inline void with_constant(size_t count, Body body, std::index_sequence<I...>) {
  (void)((count == I + 1 && (body(std::integral_constant<size_t, I + 1>{}), true)) || ...);
}

/// Calls body(count, first, taken) along 0 … rows − 1 for `count`, a constant, registers' worth of rows at a time; of
/// the last register, which ends with the rows, the first `taken` were in the one before. Gives the first row that no
/// register took: 0 where there are fewer than one holds. What is the same for all words of a bag stays in registers
/// so.
template <class Body>
[[gnu::always_inline]] inline size_t in_registers(size_t rows, Body body) {
  constexpr size_t kLanes = LanesOf<Real>::kCount, kMost = 8;
  size_t first = 0;
  for (size_t left = rows / kLanes; left > 0; left = (rows - first) / kLanes) {
    const size_t count = std::min(left, kMost);
    with_constant(
        count, [&](auto constant) { body(constant, first, size_t{0}); }, std::make_index_sequence<kMost>{});
    first += count * kLanes;
  }
  if (first == 0 || first == rows) return first;
  body(std::integral_constant<size_t, 1>{}, rows - kLanes, first + kLanes - rows);
  return rows;
}

Lanes<Real> lanes_at(const Real* x) { return At<Lanes<Real>, Real>{0}(x); }
void put_lanes(Real* x, Lanes<Real> v) { At<Lanes<Real>, Real>{0}.put(x, v); }

/// With a weight for each place, or (kPlaces false) without.
template <bool kPlaces>
Var embed_bags(Var table, Var places, std::span<const Bag> bags, size_t cols, size_t batch, SourceLocation op) {
  Tape& tape = *table.tape;
  Var y = tape.make(table.rows, cols, batch);
  const size_t rows = table.rows, words = table.cols, last = kPlaces ? places.cols : 1;
  const auto t = tape.value(table);
  const auto w = kPlaces ? tape.value(places) : t;
  const auto to = tape.fill(y);
  for (size_t s = 0; s < bags.size(); ++s) {
    Real* __restrict sum = to.data + s * rows;
    constexpr size_t kLanes = LanesOf<Real>::kCount;
    const size_t rest = in_registers(rows, [&](auto count, size_t first, size_t) {
      Lanes<Real> sums[count] = {};
      each_word(bags[s], words, last, [&](size_t word, size_t place) {
        const Real* vector = t.column(0, word) + first;
        const Real* weight = kPlaces ? w.column(0, place) + first : nullptr;
        for (size_t i = 0; i < count; ++i) {
          const auto v = lanes_at(vector + i * kLanes);
          sums[i] += kPlaces ? v * lanes_at(weight + i * kLanes) : v;
        }
      });
      for (size_t i = 0; i < count; ++i) put_lanes(sum + first + i * kLanes, sums[i]);
    });
    if (rest == rows) continue;
    std::fill(sum + rest, sum + rows, Real{0});
    each_word(bags[s], words, last, [&](size_t word, size_t place) {
      const Real* __restrict vector = t.column(0, word);
      const Real* __restrict weight = kPlaces ? w.column(0, place) : nullptr;
      for (size_t r = rest; r < rows; ++r) sum[r] += kPlaces ? vector[r] * weight[r] : vector[r];
    });
  }
  const Var inputs[] = {table, places};
  return tape.record(
      y, std::span(inputs, kPlaces ? 2 : 1),
      [=] {
        Tape& again = *table.tape;
        const auto dy = again.gradient(y), value = again.value(table);
        const auto weights = kPlaces ? again.value(places) : value;
        const auto gradients = again.touch(std::array{table, kPlaces ? places : table});
        const Gradient &dtable = gradients[0], &dplaces = gradients[1];
        clear_if_fresh(dtable);
        if (kPlaces) clear_if_fresh(dplaces);
        Real* const to_table = dtable.data;
        Real* const to_places = kPlaces ? dplaces.data : nullptr;
        for (size_t s = 0; s < bags.size(); ++s) {
          const Real* const d = dy.data + s * rows;
          const auto each_gradient = [&](size_t word, size_t place, size_t first, auto add) {
            if (to_table)
              add(to_table + word * dtable.leading + first, kPlaces ? weights.column(0, place) + first : nullptr);
            if (to_places) add(to_places + place * dplaces.leading + first, value.column(0, word) + first);
          };
          constexpr size_t kLanes = LanesOf<Real>::kCount;
          const size_t rest = in_registers(rows, [&](auto count, size_t first, size_t taken) {
            Lanes<Real> from[count];
            for (size_t i = 0; i < count; ++i) from[i] = lanes_at(d + first + i * kLanes);
            if (taken > 0) from[0] = lanes_from<Real>(taken, from[0]);
            each_word(bags[s], words, last, [&](size_t word, size_t place) {
              each_gradient(word, place, first, [&](Real* g, const Real* factor) {
                for (size_t i = 0; i < count; ++i)
                  put_lanes(g + i * kLanes,
                            lanes_at(g + i * kLanes) + (kPlaces ? from[i] * lanes_at(factor + i * kLanes) : from[i]));
              });
            });
          });
          if (rest == rows) continue;
          each_word(bags[s], words, last, [&](size_t word, size_t place) {
            each_gradient(word, place, rest, [&](Real* g, const Real* factor) {
              for (size_t r = 0; r < rows - rest; ++r) g[r] += kPlaces ? d[rest + r] * factor[r] : d[rest + r];
            });
          });
        }
      },
      op);
}

void check(Var table, Var places, std::span<const Bag> bags, size_t cols, size_t batch) {
  if (table.batch() != 1 || places.batch() != 1 || places.rows != table.rows || places.cols == 0 ||
      bags.size() != cols * batch)
    shapes_do_not_fit("embed", {table, places}, "one item each, equal rows, and cols·batch bags are needed");
}

}  // namespace

Var embed(Var table, Var places, std::span<const Bag> bags, size_t cols, size_t batch) {
  check(table, places, bags, cols, batch);
  return embed_bags<true>(table, places, bags, cols, batch, SourceLocation::current());
}

Var embed(Var table, std::span<const Bag> bags, size_t cols, size_t batch) {
  check(table, table, bags, cols, batch);
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
