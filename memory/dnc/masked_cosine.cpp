#include "attention/scores/cosine.hpp"
#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/dnc/ops.hpp"

// With p = m² and k′ = p∘k, a = 1/√(M²·p + ε) for each slot and head and q = 1/√(Σ_w k²·p + ε) for each head, it is
// y = a·q·(M·k′).

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// p and k′ of one item, width×heads.
struct Passed {
  Real *squares, *keys;

  Passed(Real* numbers, const Window<const Real>& all_keys, const Window<const Real>& masks, size_t b)
      : squares(numbers), keys(numbers + all_keys.rows * all_keys.cols) {
    const size_t width = all_keys.rows;
    for (size_t h = 0; h < all_keys.cols; ++h) {
      const Real* __restrict key = all_keys.column(b, h);
      const Real* __restrict mask = masks.column(b, h);
      for (size_t w = 0; w < width; ++w) squares[h * width + w] = mask[w] * mask[w];
      for (size_t w = 0; w < width; ++w) keys[h * width + w] = squares[h * width + w] * key[w];
    }
  }
};

}  // namespace

Var masked_cosine(Var memory, Var keys, Var masks) {
  Tape& tape = *memory.tape;
  const size_t slots = memory.rows, width = memory.cols, heads = keys.cols, batch = memory.batch();
  if (masks.rows != width || masks.cols != heads || keys.rows != width || keys.batch() != batch ||
      masks.batch() != batch)
    shapes_do_not_fit("masked_cosine", {memory, keys, masks}, "a key and a mask need one row for each column");
  Var y = tape.make(slots, heads, batch);
  Real* slot_norms = tape.keep<Real>(slots * heads * batch);  // a
  Real* key_norms = tape.keep<Real>(heads * batch);           // q
  {
    const auto m = tape.value_by_item(memory), k = tape.value_by_item(keys), mask = tape.value_by_item(masks);
    const auto out = tape.fill(y);
    tape.each_item(batch, [=](size_t b) {
      Real* numbers = y.tape->borrow(2 * width * heads);
      const Passed passed(numbers, k, mask, b);
      Real *norms = slot_norms + b * slots * heads, *q = key_norms + b * heads;
      for (size_t h = 0; h < heads; ++h)
        q[h] = fast::rsqrt(dot<Real>(k.column(b, h), passed.keys + h * width, width) + kCosineEpsilon);
      in_lane_blocks<Real, 4>(slots, [=](auto at) {
        using V = typename decltype(at)::Value;
        for (size_t h = 0; h < heads; ++h) {
          V along[at.kRows]{}, squares[at.kRows];
          for (V& each : squares) each = kCosineEpsilon - V{};
          for (size_t w = 0; w < width; ++w) {
            const Real key = passed.keys[h * width + w], passes = passed.squares[h * width + w];
            for (size_t r = 0; r < at.kRows; ++r) {
              const V x = at[r](m.column(b, w));
              along[r] += x * key;
              squares[r] += x * x * passes;
            }
          }
          for (size_t r = 0; r < at.kRows; ++r) {
            const V norm = fast::rsqrt(squares[r]);
            at[r].put(norms + h * slots, norm);
            at[r].put(out.column(b, h), along[r] * norm * q[h]);
          }
        }
      });
      y.tape->give_back(numbers, 2 * width * heads);
    });
  }

  tape.tell([=, &tape] {
    const Work norms = heads * (slots * Work{0, 1} + width * Work{4} + Work{1, 1});
    const Work to_memory = slots * width * (heads * Work{3} + (heads - 1) * Work{1}),
               to_heads = heads * (slots * (width * Work{5} + Work{6}) + width * Work{12});
    return OpWork{batch * (norms + slots * heads * (width * Work{5} + Work{2})),
                  batch * (to_heads + tape.wants(memory) * to_memory)};
  });
  // With g = dy, A = Mᵀ·(g·a·q), B = (M²)ᵀ·(g·y·a²) and c = q²·Σₙ g·y:
  // dMₙ = Σ_h g·a·q·k′ − Mₙ·g·y·a²·p, dk = p·(A − c·k), dm = m·(2·A·k − B − c·k²).
  return tape.record_by_item(y, {memory, keys, masks}, [=] {
    Tape& t = *y.tape;
    const auto m = t.value_by_item(memory), k = t.value_by_item(keys), mask = t.value_by_item(masks),
               score = t.value_by_item(y), dy = t.gradient(y);
    const auto gradients = t.touch(std::array{memory, keys, masks});
    t.each_item(batch, [=](size_t b) {
      const Gradient &dm = gradients[0], &dk = gradients[1], &dmask = gradients[2];
      const size_t borrowed = 2 * width * heads + (2 * heads + 1) * slots + heads;
      Real* numbers = y.tape->borrow(borrowed);
      const Passed passed(numbers, k, mask, b);
      Real *weighted = numbers + 2 * width * heads, *own = weighted + slots * heads;  // g·a·q and g·y·a²
      Real *unwanted = own + slots * heads, *to_norm = unwanted + slots;              // to_norm: c
      for (size_t h = 0; h < heads; ++h) {
        const Real *g = dy.column(b, h), *s = score.column(b, h), *a = slot_norms + (b * heads + h) * slots;
        const Real q = key_norms[b * heads + h];
        Sum<Real> along;
        in_lanes<Real>(slots, [&](auto at) {
          const auto norm = at(a), gs = at(g) * at(s);
          at.put(weighted + h * slots, at(g) * norm * q);
          at.put(own + h * slots, gs * norm * norm);
          along.add(gs);
        });
        to_norm[h] = along.total() * q * q;
      }
      for (size_t w = 0; w < width; ++w)
        for (size_t h = 0; h < heads; ++h) {
          const Real passes = passed.squares[h * width + w], passed_key = passed.keys[h * width + w];
          const Real *x = m.column(b, w), *to_dot = weighted + h * slots, *to_square = own + h * slots;
          Real* d = dm.data ? dm.column(b, w) : unwanted;
          Sum<Real> to_key, to_mask;
          const auto along = [&](auto assign) {
            in_lanes<Real>(slots, [&](auto at) {
              const auto value = at(x), each = at(to_dot), square = value * at(to_square);
              to_key.add(value * each);
              to_mask.add(value * square);
              const auto change = each * passed_key - square * passes;
              at.put(d, assign ? change : at(d) + change);
            });
          };
          h == 0 && (dm.fresh || !dm.data) ? along(std::true_type{}) : along(std::false_type{});
          const Real key = k.column(b, h)[w], dot = to_key.total(), c = to_norm[h];
          const auto put = [&](const Gradient& gradient, Real value) {
            if (gradient.data) gradient.column(b, h)[w] = (gradient.fresh ? 0 : gradient.column(b, h)[w]) + value;
          };
          put(dk, passes * (dot - c * key));
          put(dmask, mask.column(b, h)[w] * (2 * dot * key - to_mask.total() - c * key * key));
        }
      y.tape->give_back(numbers, borrowed);
    });
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
