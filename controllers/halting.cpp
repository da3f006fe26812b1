#include "controllers/halting.hpp"

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Real kEnough = Real(0.99);  // 1 − ε: so that one round may be enough (section 2)

/// N − 1.
size_t last_round(const Real* halts, size_t rounds) {
  Real sum = 0;
  for (size_t r = 0; r + 1 < rounds; ++r)
    if ((sum += halts[r]) >= kEnough) return r;
  return rounds - 1;
}

}  // namespace

Var halting_shares(Var halts) {
  const size_t rounds = halts.rows;
  if (rounds == 0) shapes_do_not_fit("halting_shares", {halts}, "a row for each round");
  Tape& tape = *halts.tape;
  Var y = tape.make(rounds + 1, halts.cols, halts.batch());
  {
    const auto from = tape.value(halts);
    const auto to = tape.fill(y);
    for (size_t b = 0; b < from.batch; ++b)
      for (size_t c = 0; c < from.cols; ++c) {
        const Real* h = from.column(b, c);
        Real* share = to.column(b, c);
        const size_t last = last_round(h, rounds);
        Real rest = 1;
        for (size_t r = 0; r < rounds; ++r) {
          share[r] = r < last ? h[r] : r == last ? rest : 0;
          rest -= share[r];
        }
        share[rounds] = static_cast<Real>(last + 1) + share[last];
      }
  }
  tape.tell([=] { return OpWork{halts.numbers() * Work{4}, halts.numbers() * Work{4}}; });
  return tape.record(y, {halts}, [=] {  // ∂R/∂h = −1 before N
    Tape& t = *y.tape;
    const auto from = t.value(halts), dy = t.gradient(y);
    const Gradient dh = t.touch(halts);
    for (size_t b = 0; b < from.batch; ++b)
      for (size_t c = 0; c < from.cols; ++c) {
        const Real* d = dy.column(b, c);
        Real* to = dh.column(b, c);
        const size_t last = last_round(from.column(b, c), rounds);
        for (size_t r = 0; r < rounds; ++r)
          to[r] = (dh.fresh ? 0 : to[r]) + (r < last ? d[r] - d[last] - d[rounds] : 0);
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
