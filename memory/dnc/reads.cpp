#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/dnc/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var mix_modes(Var directions, Var content, Var modes) {
  Tape& tape = *directions.tape;
  const size_t slots = content.rows, readers = content.cols, writers = modes.rows / 2, batch = content.batch();
  if (modes.rows % 2 == 0 || modes.cols != readers || directions.rows != slots ||
      directions.cols != 2 * writers * readers || modes.batch() != batch || directions.batch() != batch)
    shapes_do_not_fit("mix_modes", {directions, content, modes},
                      "slots x 2 writers readers, slots x readers, (1 + 2 writers) x readers, of one batch");
  // Calls each(mode, its source, its column there) for one reading head.
  const auto each_mode = [=](size_t reader, auto each) {
    for (size_t m = 0; m < writers; ++m) each(m, false, reader * 2 * writers + m);
    each(writers, true, reader);
    for (size_t m = 0; m < writers; ++m) each(writers + 1 + m, false, (reader * 2 + 1) * writers + m);
  };
  Var y = tape.make(slots, readers, batch);
  {
    const auto d = tape.value(directions), c = tape.value(content), pi = tape.value(modes);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b)
      for (size_t r = 0; r < readers; ++r) {
        Real* to = out.column(b, r);
        each_mode(r, [&](size_t mode, bool by_content, size_t column) {
          const Real* from = by_content ? c.column(b, column) : d.column(b, column);
          const Real share = pi.column(b, r)[mode];
          if (mode == 0)
            in_lanes<Real>(slots, [&](auto at) { at.put(to, share * at(from)); });
          else
            in_lanes<Real>(slots, [&](auto at) { at.put(to, at(to) + share * at(from)); });
        });
      }
  }
  tape.tell([=, &tape] {
    const size_t all = y.numbers() * modes.rows, by_content = y.numbers();
    return OpWork{all * Work{2}, tape.wants(modes) * all * Work{2} + tape.wants(content) * by_content * Work{1} +
                                     tape.wants(directions) * (all - by_content) * Work{1}};
  });
  return tape.record(y, {directions, content, modes}, [=] {
    Tape& t = *y.tape;
    const auto d = t.value(directions), c = t.value(content), pi = t.value(modes), dy = t.gradient(y);
    const auto gradients = t.touch(std::array{directions, content, modes});
    const Gradient &dd = gradients[0], &dc = gradients[1], &dpi = gradients[2];
    for (size_t b = 0; b < batch; ++b)
      for (size_t r = 0; r < readers; ++r) {
        const Real* out = dy.column(b, r);
        each_mode(r, [&](size_t mode, bool by_content, size_t column) {
          const Real* from = by_content ? c.column(b, column) : d.column(b, column);
          const Gradient& dfrom = by_content ? dc : dd;
          const Real share = pi.column(b, r)[mode];
          if (dpi.data) {
            Real& to = dpi.column(b, r)[mode];
            to = (dpi.fresh ? 0 : to) + dot(out, from, slots);
          }
          if (!dfrom.data) return;
          Real* to = dfrom.column(b, column);
          if (dfrom.fresh)
            in_lanes<Real>(slots, [&](auto at) { at.put(to, share * at(out)); });
          else
            in_lanes<Real>(slots, [&](auto at) { at.put(to, at(to) + share * at(out)); });
        });
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
