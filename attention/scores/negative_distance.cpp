#include "attention/scores/negative_distance.hpp"

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var negative_distance(Var memory, Var keys) {
  Tape& tape = *memory.tape;
  const size_t slots = memory.rows, width = memory.cols, heads = keys.cols, batch = memory.batch();
  if (keys.rows != width || keys.batch() != batch)
    shapes_do_not_fit("negative_distance", {memory, keys}, "a key needs one row for each column of the memory");
  Var y = tape.make(slots, heads, batch);
  {
    const auto m = tape.value(memory), k = tape.value(keys);
    const auto out = tape.fill(y);
    // Not computed as |M|² − 2M·k + |k|², whose terms cancel just where slots are near the key.
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        const Real* key = k.column(b, h);
        Real* score = out.column(b, h);
        in_lanes<Real>(slots, [&](auto at) {
          auto away = at(m.column(b, 0)) - key[0];
          auto total = -(away * away);
          for (size_t w = 1; w < width; ++w) {
            away = at(m.column(b, w)) - key[w];
            total -= away * away;
          }
          at.put(score, total);
        });
      }
  }

  tape.tell([=] {
    const size_t pairs = slots * width * heads * batch;
    return OpWork{pairs * Work{3}, pairs * Work{4}};
  });
  // With g = dy: dk = Σₙ 2g·(Mₙ − k), dMₙ = −Σ_h 2g·(Mₙ − k_h).
  return tape.record(y, {memory, keys}, [=] {
    Tape& t = *y.tape;
    const auto m = t.value(memory), k = t.value(keys), dy = t.gradient(y);
    const auto [dm, dk] = t.touch(std::array{memory, keys});
    Real* unwanted = t.borrow(slots);
    for (size_t b = 0; b < batch; ++b)
      for (size_t w = 0; w < width; ++w)
        for (size_t h = 0; h < heads; ++h) {
          const Real* __restrict g = dy.column(b, h);
          const Real* __restrict column = m.column(b, w);
          Real* __restrict d = dm.data ? dm.column(b, w) : unwanted;
          const Real key = k.column(b, h)[w];
          Sum<Real> along;
          const auto put = [&](auto assign) {
            in_lanes<Real>(slots, [&](auto at) {
              const auto pull = (at(g) + at(g)) * (at(column) - key);
              along.add(pull);
              if constexpr (assign)
                at.put(d, -pull);
              else
                at.put(d, at(d) - pull);
            });
          };
          !dm.data || (dm.fresh && h == 0) ? put(std::true_type{}) : put(std::false_type{});
          if (!dk.data) continue;
          Real& to = dk.column(b, h)[w];
          to = (dk.fresh ? 0 : to) + along.total();
        }
    t.give_back(unwanted, slots);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
