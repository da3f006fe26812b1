// The DNC's links against elementary ops, with all gradients.

#include "memory/dnc/links.hpp"

#include <array>
#include <utility>

#include "tests/support/context.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

/// Links from elementary ops, precedences, then directions.
struct ComposedLinkage {
  std::vector<Var> matrices, precedences;
  Var followed;
};

ComposedLinkage composed_start(Tape& tape, size_t slots, size_t writers, size_t batch) {
  return {std::vector<Var>(writers, tape.filled(slots, slots, batch, 0)),
          std::vector<Var>(writers, tape.filled(slots, 1, batch, 0)),
          {}};
}

ComposedLinkage advance(const ComposedLinkage& past, Var write_weights, Var read_weights) {
  Tape& tape = *write_weights.tape;
  const size_t slots = write_weights.rows, writers = write_weights.cols, readers = read_weights.cols;
  std::vector<Real> off(slots * slots, 1);
  for (size_t n = 0; n < slots; ++n) off[n * slots + n] = 0;
  const Var off_diagonal = tape.constant(slots, slots, 1, off.data()), ones = tape.filled(1, slots, 1, 1);
  const auto transposed = [&](Var v) { return reshape(v, 1, slots); };
  ComposedLinkage next;
  for (size_t h = 0; h < writers; ++h) {
    const Var w = shift(columns(write_weights, h, 1), 0), p = past.precedences[h];
    const Var kept = subtract(shift(negate(matmul(w, ones)), 1), transposed(w));
    next.matrices.push_back(multiply(add(multiply(kept, past.matrices[h]), matmul(w, transposed(p))), off_diagonal));
    next.precedences.push_back(add(multiply(shift(negate(sum(w)), 1), p), w));
  }
  std::vector<Var> parts = next.precedences;
  for (size_t r = 0; r < readers; ++r) {
    for (const Var& l : next.matrices) parts.push_back(matmul_transposed(l, columns(read_weights, r, 1)));
    for (const Var& l : next.matrices) parts.push_back(matmul(l, columns(read_weights, r, 1)));
  }
  next.followed = beside(parts);
  return next;
}

Var followed(const Linkage& links) { return beside(std::array{links.precedence, links.directions}); }
Var followed(const ComposedLinkage& links) { return links.followed; }

/// A function of either kind of links from their initial state, given the weightings of some steps.
template <class Function>
void check_links(size_t slots, size_t writers, size_t readers, size_t steps, Function f) {
  INFO(slots << " slots, " << writers << " writing heads, " << readers << " reading heads");
  testing::check_twins([=](Tape& tape, In in) { return f(start_linkage(tape, slots, writers, in[0].batch()), in); },
                       [=](Tape& tape, In in) { return f(composed_start(tape, slots, writers, in[0].batch()), in); },
                       {{"write weights", slots, writers * steps, 0, 1.9 / static_cast<double>(slots)},
                        {"read weights", slots, readers * steps, 0, 1}});
}

}  // namespace

TEST_CASE("links, and what follows from them, are what their elementary ops give, with all gradients") {
  struct Case {
    size_t slots, writers, readers, steps;
  };
  for (const Case& c : {Case{5, 1, 1, 1},
                        {8, 1, 2, 3},
                        {19, 2, 2, 4},
                        {32, 1, 1, 3},
                        {37, 1, 3, 2},
                        {19, 1, 1, 2 * links_kept_every(19, 2) + 3},
                        {6, 2, 1, links_kept_every(6, 2) + 1},
                        {257, 1, 1, links_kept_every(257, 2) + 1}})
    check_links(c.slots, c.writers, c.readers, c.steps, [=](auto now, In in) {
      std::vector<Var> seen;
      for (size_t t = 0; t < c.steps; ++t) {
        now = advance(now, columns(in[0], t * c.writers, c.writers), columns(in[1], t * c.readers, c.readers));
        seen.push_back(followed(now));
      }
      return beside(seen);
    });
}

TEST_CASE("the links' gradient is handed on from step to step, whoever else goes on from them") {
  const auto weights = [](In in, size_t step) { return columns(in[0], step, 1); };
  const auto reads = [](In in, size_t step) { return columns(in[1], 2 * step, 2); };
  const auto go_on = [=](auto now, In in, size_t from, size_t to) {
    for (size_t t = from; t < to; ++t) now = advance(now, weights(in, t), reads(in, t));
    return now;
  };
  constexpr size_t kSteps = 2 * links_kept_every(19, 2) + 4;
  SECTION("only the last step is looked at") {
    check_links(19, 1, 2, kSteps, [=](auto now, In in) { return columns(followed(go_on(now, in, 0, kSteps)), 1, 4); });
  }
  SECTION("only a middle step is looked at") {
    check_links(19, 1, 2, kSteps, [=](auto now, In in) {
      const auto middle = go_on(now, in, 0, 6);
      go_on(middle, in, 6, kSteps);
      return followed(middle);
    });
  }
  SECTION("the weightings follow from the links") {
    check_links(19, 1, 2, 3, [=](auto now, In in) {
      now = go_on(now, in, 0, 3);
      for (int k = 0; k < 3; ++k) {
        const Var read = softmax(columns(followed(now), 1, 4)), written = softmax(columns(read, 1, 1));
        now = advance(now, written, columns(read, 2, 2));
      }
      return followed(now);
    });
  }
  SECTION("two go on from one, side by side, and the one is looked at as well") {
    check_links(19, 1, 2, kSteps, [=](auto now, In in) {
      const auto one = go_on(now, in, 0, 5);
      auto left = one, right = one;
      for (size_t t = 5; t < kSteps; ++t) {
        left = advance(left, weights(in, t), reads(in, t));
        right = advance(right, weights(in, kSteps - t), reads(in, t - 5));
      }
      const auto late = advance(one, weights(in, 0), reads(in, 0));
      return add(add(square(followed(left)), followed(right)), multiply(followed(late), followed(one)));
    });
  }
}

TEST_CASE("the links can be looked at, also those of a step that others have gone on from") {
  const ParameterStore none(0);
  Tape tape;
  Real recorded = 0;
  for (Real* gradient : {static_cast<Real*>(nullptr), &recorded}) {
    tape.begin(none, gradient);
    Linkage now = start_linkage(tape, 6, 2, 2);
    ComposedLinkage right = composed_start(tape, 6, 2, 2);
    std::vector<std::pair<Linkage, Var>> all;
    const auto in = testing::drawn({{"write", 6, 2, 0, 0.4}, {"read", 6, 1, 0, 0.4}}, 2);
    for (size_t t = 0; t < links_kept_every(6, 2) + 3; ++t) {
      const Var w = tape.constant(6, 2, 2, in[0].values.data()), r = tape.constant(6, 1, 2, in[1].values.data());
      now = advance(now, w, r);
      right = advance(right, w, r);
      all.emplace_back(now, beside(right.matrices));
    }
    for (const auto& [linkage, links] : all)
      testing::check_close(testing::numbers(linkage.matrices()), testing::numbers(links), "links");
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
