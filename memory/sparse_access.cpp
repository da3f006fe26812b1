#include "memory/sparse_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "autodiff/base/error.hpp"
#include "autodiff/frozen.hpp"
#include "autodiff/lanes.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The memories of the items after a step.
struct SparseStep {
  SparseRows** rows;
  SparseLinks** links;  ///< null where there are none
  uint64_t* serials;    ///< of the state that each is in
  size_t steps;
  SlotWeight* written;  ///< K + 1 for each writing head of each item
  size_t writers, writes;
};

constexpr size_t kSparseRecord = std::max<size_t>((sizeof(SparseStep*) + sizeof(Real) - 1) / sizeof(Real), 2);

struct AccessShape {
  size_t width, content, reads, heads, writers, batch;     ///< of a head's reads so many are by content
  size_t read(size_t head) const { return width * head; }  ///< where it is in the op's value, and its weights
  size_t weights(size_t head) const { return width * heads + reads * head; }
  size_t size() const { return weights(heads); }
  /// With links a head's reads are backward, by content, forward, as many of each.
  bool follows() const { return reads > content; }
  size_t first_content() const { return follows() ? content : 0; }
};

Var sparse_record(Tape& tape, SparseStep* step) {
  const Var record = tape.make(kSparseRecord, 1, 1);
  std::memcpy(tape.fill(record).data, &step, sizeof step);
  return record;
}

bool is_record(Var x) { return x.cols == 1 && x.rows == kSparseRecord && x.batch() == 1; }

SparseStep* sparse_step(Var record) {
  SparseStep* step;
  std::memcpy(&step, record.tape->value(record).data, sizeof step);
  return step;
}

SparseStep* new_sparse_step(Tape& tape, size_t batch) {
  return new (tape.keep<SparseStep>(1))
      SparseStep{tape.keep<SparseRows*>(batch), nullptr, tape.keep<uint64_t>(batch), 0, nullptr, 0, 0};
}

/// Memories for all items, as at the beginning.
SparseStep* begin_with(Tape& tape, const SparseBeginning& beginning, size_t kept_links, size_t batch) {
  SparseStep* step = new_sparse_step(tape, batch);
  for (size_t b = 0; b < batch; ++b) {
    step->rows[b] = new (tape.keep<SparseRows>(1)) SparseRows(tape, beginning);
    step->serials[b] = 0;
  }
  if (kept_links > 0) step->links = tape.keep<SparseLinks*>(batch);
  for (size_t b = 0; step->links && b < batch; ++b)
    step->links[b] = new (tape.keep<SparseLinks>(1)) SparseLinks(tape, kept_links);
  return step;
}

/// Memories that settled_rows() has told of.
SparseStep* begin_settled(const SparseBeginning& beginning, size_t kept_links, Var told, Var told_links) {
  Tape& tape = *told.tape;
  const auto value = tape.value(told), links = tape.value(told_links);
  SparseStep* step = begin_with(tape, beginning, kept_links, value.batch);
  for (size_t b = 0; b < value.batch; ++b) {
    SparseRows& rows = *step->rows[b];
    for (size_t c = 0; c < value.cols && value.column(b, c)[0] >= 0; ++c) {
      const auto slot = static_cast<uint32_t>(value.column(b, c)[0]);
      rows.erase(slot);
      rows.add(slot, 1, value.column(b, c) + 2);
    }
    rows.written();
    for (size_t c = 0; c < value.cols && value.column(b, c)[1] >= 0; ++c)
      rows.access(static_cast<uint32_t>(value.column(b, c)[1]));
    for (size_t c = 0; step->links && c < links.cols && links.column(b, c)[0] >= 0; ++c)
      step->links[b]->take(links.column(b, c));
    if (step->links) step->links[b]->commit();
    step->steps = rows.commit();
    step->serials[b] = rows.serial();
  }
  return step;
}

/// Brings the memories to where a step left them.
void go_to(Tape& tape, const SparseStep& step, size_t batch) {
  for (size_t b = 0; b < batch; ++b) {
    SparseRows& rows = *step.rows[b];
    if (rows.steps() > step.steps && tape.recording())
      throw ShapeError("sparse_access: got a state that another step has gone on from; with gradients, one may");
    rows.rollback(step.steps);
    if (step.links) step.links[b]->rollback(step.steps);
    if (rows.steps() != step.steps || rows.serial() != step.serials[b])
      throw ShapeError("sparse_access: got a state that was undone; the newest, or one before it, is needed");
  }
}

/// One item of the forward step.
class Forward {
 public:
  Forward(const AccessShape& shape, SparseRows& rows, SlotWeight* written, SlotWeight* accesses)
      : shape_(shape), rows_(rows), written_(written), accesses_(accesses) {}

  /// oldest: a slot for each writing head.
  void write(const Real* slots, const Real* weights, const Real* oldest, const Real* amounts, const Real* gates,
             const Window<const Real>& vectors, size_t item) {
    for (size_t h = 0; h < shape_.writers; ++h) rows_.erase(static_cast<uint32_t>(oldest[h]));
    for (size_t h = 0; h < shape_.writers; ++h) {
      const size_t first = h % shape_.heads * shape_.reads;
      for (size_t k = 0; k < shape_.reads; ++k)
        put(static_cast<uint32_t>(slots[first + k]), amounts[h] * gates[h] * weights[first + k],
            vectors.column(item, h));
      put(static_cast<uint32_t>(oldest[h]), amounts[h] * (1 - gates[h]), vectors.column(item, h));
    }
    rows_.written();
  }

  void looked_at(uint32_t slot, Real weight) { accesses_[count_++] = {slot, weight}; }

  /// Of all that was written and read: what comes to more than delta was accessed, the lowest slot first.
  void end(Real delta) {
    std::sort(accesses_, accesses_ + count_, [](const SlotWeight& a, const SlotWeight& b) { return a.slot < b.slot; });
    for (size_t i = 0; i < count_;) {
      const uint32_t slot = accesses_[i].slot;
      Real weight = 0;
      for (; i < count_ && accesses_[i].slot == slot; ++i) weight += accesses_[i].weight;
      if (weight > delta) rows_.access(slot);
    }
  }

 private:
  void put(uint32_t slot, Real weight, const Real* vector) {
    *written_++ = {slot, weight};
    if (weight != 0) rows_.add(slot, weight, vector);
    accesses_[count_++] = {slot, weight};
  }

  const AccessShape& shape_;
  SparseRows& rows_;
  SlotWeight *written_, *accesses_;
  size_t count_ = 0;
};

/// Backward, content, forward.
size_t mode_of(const AccessShape& shape, size_t read) { return shape.follows() ? read / shape.content : 1; }

/// What links lead to, as published: of all writing heads together, each slot once, 1 at most in all.
void write_links(SparseLinks& links, const SlotWeight* written, size_t count, SlotWeight* room) {
  std::copy_n(written, count, room);
  std::sort(room, room + count, [](const SlotWeight& a, const SlotWeight& b) { return a.slot < b.slot; });
  size_t distinct = 0;
  Real total = 0;
  for (size_t i = 0; i < count; ++i) {
    total += room[i].weight;
    if (distinct > 0 && room[distinct - 1].slot == room[i].slot)
      room[distinct - 1].weight += room[i].weight;
    else
      room[distinct++] = room[i];
  }
  for (size_t i = 0; total > 1 && i < distinct; ++i) room[i].weight /= total;
  links.write({room, distinct});
}

/// A head's softmax over the slots that it has found by content. cosines: kept for the gradient.
void look_up(const SparseRows& rows, const Real* slots, size_t count, const Real* key, Real strength, Real* cosines,
             Real* shares) {
  const size_t width = rows.width();
  const Real key_norm = row_norm(key, width);
  Real top = -std::numeric_limits<Real>::infinity(), total = 0;
  for (size_t k = 0; k < count; ++k) {
    const SparseRows::Row row = rows.row(static_cast<uint32_t>(slots[k]));
    cosines[k] = row.numbers ? dot<Real>(key, row.numbers, width) * key_norm * row.norm : 0;
    top = std::max(top, strength * cosines[k]);
  }
  for (size_t k = 0; k < count; ++k) total += shares[k] = std::exp(strength * cosines[k] - top);
  for (size_t k = 0; k < count; ++k) shares[k] /= total;
}

/// read = Σ weight·row.
void read_rows(const SparseRows& rows, const Real* slots, size_t count, const Real* weights, Real* read) {
  std::fill_n(read, rows.width(), Real{0});
  for (size_t k = 0; k < count; ++k)
    if (const Real* const row = rows.row(static_cast<uint32_t>(slots[k])).numbers)
      in_lanes<Real>(rows.width(), [&](auto at) { at.put(read, at(read) + weights[k] * at(row)); });
}

/// Back through read_rows(): to the rows' gradients, and to dweights, which has what others said of the weights.
void back_through_read(SparseRows& rows, const Real* slots, size_t count, const Real* weights, const Real* dread,
                       Real* dweights) {
  for (size_t k = 0; k < count; ++k) {
    const SparseRows::Row row = rows.row(static_cast<uint32_t>(slots[k]));
    if (row.numbers) dweights[k] += dot<Real>(dread, row.numbers, rows.width());
    if (row.place == SparseRows::kNone) continue;  // nothing was written there that could learn
    Real* const drow = rows.gradient(row.place);
    in_lanes<Real>(rows.width(), [&](auto at) { at.put(drow, at(drow) + weights[k] * at(dread)); });
  }
}

/// What a head's gradients go to, added; null where nobody wants one.
struct HeadGradients {
  Real* key;
  Real* strength;
};

/// Back through look_up(), dshares times `scale`: to the rows' gradients, the key and the strength.
void back_through_look_up(SparseRows& rows, const Real* slots, size_t count, const Real* key, Real strength,
                          const Real* cosines, const Real* shares, Real scale, const Real* dshares,
                          const HeadGradients& to) {
  const size_t width = rows.width();
  const Real key_norm = row_norm(key, width);
  Real dstrength = 0, along = 0;
  const Real mean = dot<Real>(shares, dshares, count);
  for (size_t k = 0; k < count; ++k) {
    const Real dlogit = scale * shares[k] * (dshares[k] - mean), dcosine = dlogit * strength;
    dstrength += dlogit * cosines[k];
    along += dcosine * cosines[k];
    const SparseRows::Row row = rows.row(static_cast<uint32_t>(slots[k]));
    if (!row.numbers) continue;
    const Real across = dcosine * key_norm * row.norm, own = dcosine * cosines[k] * row.norm * row.norm;
    if (to.key) in_lanes<Real>(width, [&](auto at) { at.put(to.key, at(to.key) + across * at(row.numbers)); });
    if (row.place == SparseRows::kNone) continue;
    Real* const drow = rows.gradient(row.place);
    in_lanes<Real>(width, [&](auto at) { at.put(drow, at(drow) + across * at(key) - own * at(row.numbers)); });
  }
  if (to.key) {
    const Real back = along * key_norm * key_norm;
    in_lanes<Real>(width, [&](auto at) { at.put(to.key, at(to.key) - back * at(key)); });
  }
  if (to.strength) *to.strength += dstrength;
}

}  // namespace

SparseFocus start_sparse(Tape& tape, const SparseBeginning& beginning, const SparseReads& how, size_t heads,
                         size_t batch) {
  const size_t reads = how.kept_links > 0 ? 3 * how.content : how.content;
  const Var none = tape.filled(reads, heads, batch, 0);
  return {tape.filled(beginning.width(), heads, batch, 0), none, none,
          sparse_record(tape, begin_with(tape, beginning, how.kept_links, batch)), tape.filled(1, 1, batch, -1)};
}

SparseFocus sparse_access(const SparseBeginning& beginning, const SparseReads& how, const SparseFocus& past,
                          const SparseControls& said) {
  Tape& tape = *said.keys.tape;
  const Var keys = said.keys, strengths = said.strengths, vectors = said.vectors, amounts = said.amounts,
            gates = said.gates, weights = past.weights, chosen_before = past.slots;
  const AccessShape shape{keys.rows, how.content, weights.rows, keys.cols, vectors.cols, keys.batch()};
  // Without links all is by content.
  const Var modes = shape.follows() ? said.modes : tape.filled(3, shape.heads, shape.batch, 1);
  const auto fits = [&](Var x, size_t rows, size_t cols) {
    return x.rows == rows && x.cols == cols && x.batch() == shape.batch;
  };
  if (!fits(keys, beginning.width(), shape.heads) || !fits(vectors, shape.width, shape.writers) ||
      !fits(strengths, 1, shape.heads) || !fits(amounts, 1, shape.writers) || !fits(gates, 1, shape.writers) ||
      !fits(modes, 3, shape.heads) || shape.reads != (how.kept_links > 0 ? 3 : 1) * how.content ||
      !fits(weights, shape.reads, shape.heads) || !fits(chosen_before, shape.reads, shape.heads))
    shapes_do_not_fit("sparse_access", {weights, keys, strengths, vectors, amounts, gates, modes},
                      "reads x heads, width x heads, 1 x heads, width x writers, 1 x writers twice and 3 x heads");
  const SparseStep* const from = is_record(past.record)
                                     ? sparse_step(past.record)
                                     : begin_settled(beginning, how.kept_links, past.record, past.links);
  go_to(tape, *from, shape.batch);

  const size_t all_reads = shape.reads * shape.heads, by_content = shape.content * shape.heads,
               writes = shape.writers * (shape.reads + 1), first = shape.first_content();
  SparseStep* const step = new_sparse_step(tape, shape.batch);
  step->links = from->links;
  step->written = tape.keep<SlotWeight>(writes * shape.batch);
  step->writers = shape.writers;
  step->writes = writes;
  const Var y = tape.make(shape.size(), 1, shape.batch);
  const Var slots = tape.make(shape.reads, shape.heads, shape.batch);
  Real* const cosines = tape.keep<Real>(by_content * shape.batch);
  Real* const shares = tape.keep<Real>(all_reads * shape.batch);  // before the modes: of content, and what links say
  Real* const oldest = tape.keep<Real>(shape.writers * shape.batch);
  Real* const before = tape.keep<Real>(2 * all_reads * shape.batch);  // slots, then weights, in one piece an item
  {
    const auto k = tape.value(keys), beta = tape.value(strengths), v = tape.value(vectors), a = tape.value(amounts),
               g = tape.value(gates), w = tape.value(weights), s = tape.value(chosen_before), m = tape.value(modes);
    const auto out = tape.fill(y), chosen = tape.fill(slots);
    auto* const accesses = tape.keep<SlotWeight>(writes + all_reads);
    auto* const found = tape.keep<Likeness>(by_content);
    auto* const least = tape.keep<uint32_t>(shape.writers);
    auto* const followed = tape.keep<SlotWeight>(shape.reads + shape.content + writes);
    Real* const said_here = tape.keep<Real>(2 * shape.writers + shape.width * shape.heads);
    Real *const amount = said_here, *const gate = amount + shape.writers, *const key = gate + shape.writers;
    for (size_t b = 0; b < shape.batch; ++b) {
      SparseRows& rows = *(step->rows[b] = from->rows[b]);
      Real *const old_slots = before + 2 * all_reads * b, *const old_weights = old_slots + all_reads;
      for (size_t h = 0; h < shape.heads; ++h) {
        std::copy_n(s.column(b, h), shape.reads, old_slots + h * shape.reads);
        std::copy_n(w.column(b, h), shape.reads, old_weights + h * shape.reads);
        std::copy_n(k.column(b, h), shape.width, key + h * shape.width);
      }
      for (size_t h = 0; h < shape.writers; ++h) {
        amount[h] = *a.column(b, h);
        gate[h] = *g.column(b, h);
      }
      rows.oldest({least, shape.writers});
      Real* const old = oldest + b * shape.writers;
      std::copy_n(least, shape.writers, old);
      if (Frozen* frozen = tape.frozen()) frozen->freeze(old, shape.writers);
      SlotWeight* const written = step->written + b * writes;
      Forward forward(shape, rows, written, accesses);
      forward.write(old_slots, old_weights, old, amount, gate, v, b);
      if (shape.follows()) write_links(*step->links[b], written, writes, followed);

      rows.nearest(key, shape.heads, shape.content, found);
      Real* const all_shares = shares + b * all_reads;
      for (size_t h = 0; h < shape.heads; ++h) {
        Real *const mine = chosen.column(b, h), *const share = all_shares + h * shape.reads;
        for (size_t i = 0; i < shape.content; ++i)
          mine[first + i] = static_cast<Real>(found[h * shape.content + i].slot);
        if (!shape.follows()) continue;
        SlotWeight* const leads_to = followed + shape.reads;
        for (size_t i = 0; i < shape.reads; ++i)
          followed[i] = {static_cast<uint32_t>(old_slots[h * shape.reads + i]), old_weights[h * shape.reads + i]};
        const auto put = [&](size_t at) {
          for (size_t i = 0; i < shape.content; ++i) {
            mine[at + i] = static_cast<Real>(leads_to[i].slot);
            share[at + i] = leads_to[i].weight;
          }
        };
        step->links[b]->backward({followed, shape.reads}, {leads_to, shape.content});
        put(0);
        step->links[b]->forward({followed, shape.reads}, {leads_to, shape.content});
        put(2 * shape.content);
        if (Frozen* frozen = tape.frozen()) {
          frozen->freeze(share, shape.content);
          frozen->freeze(share + 2 * shape.content, shape.content);
        }
      }
      if (Frozen* frozen = tape.frozen()) frozen->freeze(chosen.item(b), all_reads);
      for (size_t h = 0; h < shape.heads; ++h) {
        const Real *const mine = chosen.column(b, h), *const mode = m.column(b, h);
        Real *const share = all_shares + h * shape.reads, *const weight = out.item(b) + shape.weights(h);
        look_up(rows, mine + first, shape.content, key + h * shape.width, *beta.column(b, h),
                cosines + b * by_content + h * shape.content, share + first);
        for (size_t i = 0; i < shape.reads; ++i) {
          weight[i] = mode[mode_of(shape, i)] * share[i];
          forward.looked_at(static_cast<uint32_t>(mine[i]), weight[i]);
        }
        read_rows(rows, mine, shape.reads, weight, out.item(b) + shape.read(h));
      }
      forward.end(how.delta);
      step->steps = rows.commit();
      if (shape.follows()) step->links[b]->commit();
      step->serials[b] = rows.serial();
    }
  }
  const size_t steps_before = from->steps;
  tape.record(y, {weights, keys, strengths, vectors, amounts, gates, modes}, [=] {
    Tape& t = *y.tape;
    const auto k = t.value(keys), beta = t.value(strengths), v = t.value(vectors), a = t.value(amounts),
               g = t.value(gates), out = t.value(y), chosen = t.value(slots), m = t.value(modes), dy = t.gradient(y);
    auto [dw, dk, dbeta, dv, da, dg, dm] =
        t.touch(std::array{weights, keys, strengths, vectors, amounts, gates, modes});
    for (Gradient* d : {&dw, &dk, &dbeta, &dv, &da, &dg, &dm})  // all are added to
      for (size_t b = 0; d->data && d->fresh && b < d->batch; ++b)
        for (size_t c = 0; c < d->cols; ++c) std::fill_n(d->column(b, c), d->rows, Real{0});
    Real* const dweights = t.borrow(shape.reads);
    for (size_t b = 0; b < shape.batch; ++b) {
      SparseRows& rows = *step->rows[b];
      rows.rollback(step->steps);
      for (size_t h = 0; h < shape.heads; ++h) {
        const Real *const mine = chosen.column(b, h), *const mode = m.column(b, h);
        const Real* const share = shares + b * all_reads + h * shape.reads;
        std::copy_n(dy.item(b) + shape.weights(h), shape.reads, dweights);
        back_through_read(rows, mine, shape.reads, out.item(b) + shape.weights(h), dy.item(b) + shape.read(h),
                          dweights);
        for (size_t i = 0; dm.data && i < shape.reads; ++i)
          dm.column(b, h)[mode_of(shape, i)] += share[i] * dweights[i];
        back_through_look_up(rows, mine + first, shape.content, k.column(b, h), *beta.column(b, h),
                             cosines + b * by_content + h * shape.content, share + first, mode[1], dweights + first,
                             {dk.data ? dk.column(b, h) : nullptr, dbeta.data ? dbeta.column(b, h) : nullptr});
      }
      const Real *const old_slots = before + 2 * all_reads * b, *const old_weights = old_slots + all_reads;
      for (size_t h = 0; h < shape.writers; ++h) {
        const Real amount = *a.column(b, h), gate = *g.column(b, h);
        const size_t reader = h % shape.heads;
        const Real* const vector = v.column(b, h);
        Real* const dvector = dv.data ? dv.column(b, h) : nullptr;
        Real along_read = 0;  // Σ_k w′(k)·dM(s_k)·a
        // Back through M += weight·a at a slot; gives dM·a.
        const auto back = [&](Real at_slot, Real weight) -> Real {
          const Real* const drow = rows.gradient_or_none(rows.place(static_cast<uint32_t>(at_slot)));
          if (!drow) return 0;
          if (Real* const to = dvector) {
            in_lanes<Real>(shape.width, [&](auto at) { at.put(to, at(to) + weight * at(drow)); });
          }
          return dot<Real>(drow, vector, shape.width);
        };
        for (size_t i = 0; i < shape.reads; ++i) {
          const Real share = old_weights[reader * shape.reads + i];
          const Real met = back(old_slots[reader * shape.reads + i], amount * gate * share);
          along_read += share * met;
          if (dw.data) dw.column(b, reader)[i] += amount * gate * met;
        }
        const Real met = back(oldest[b * shape.writers + h], amount * (1 - gate));
        if (da.data) *da.column(b, h) += gate * along_read + (1 - gate) * met;
        if (dg.data) *dg.column(b, h) += amount * (along_read - met);
      }
      for (size_t h = 0; h < shape.writers; ++h)  // what was erased matters no more
        rows.forget_gradient(rows.place(static_cast<uint32_t>(oldest[b * shape.writers + h])));
      rows.rollback(steps_before);
      if (step->links) step->links[b]->rollback(steps_before);
    }
    t.give_back(dweights, shape.reads);
  });
  return {reshape(rows(y, 0, shape.weights(0)), shape.width, shape.heads),
          reshape(rows(y, shape.weights(0), shape.reads * shape.heads), shape.reads, shape.heads), slots,
          sparse_record(tape, step), tape.filled(1, 1, shape.batch, -1)};
}

SparseRows* sparse_rows(const SparseFocus& focus, size_t item) { return sparse_step(focus.record)->rows[item]; }

Var settled_rows(const SparseFocus& focus) {
  Tape& tape = *focus.record.tape;
  if (!is_record(focus.record)) return focus.record;
  const SparseStep& step = *sparse_step(focus.record);
  const size_t batch = focus.weights.batch();
  go_to(tape, step, batch);
  const size_t width = step.rows[0]->width();
  size_t most = 1;
  for (size_t b = 0; b < batch; ++b)
    most = std::max({most, step.rows[b]->written_rows().count, step.rows[b]->accessed_count()});
  const Var y = tape.filled(2 + width, most, batch, -1);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b) {
    const Rows written = step.rows[b]->written_rows();
    for (size_t c = 0; c < written.count; ++c) {
      out.column(b, c)[0] = static_cast<Real>(written.slots[c]);
      std::copy_n(written.row(c), width, out.column(b, c) + 2);
    }
    const size_t count = step.rows[b]->accessed_count();
    auto* const accessed = tape.keep<uint32_t>(count);
    step.rows[b]->accessed({accessed, count});
    for (size_t c = 0; c < count; ++c) out.column(b, c)[1] = static_cast<Real>(accessed[c]);
  }
  return y;
}

Var settled_links(const SparseFocus& focus) {
  Tape& tape = *focus.record.tape;
  if (!is_record(focus.record) || !sparse_step(focus.record)->links) return focus.links;
  const SparseStep& step = *sparse_step(focus.record);
  const size_t batch = focus.weights.batch();
  go_to(tape, step, batch);
  size_t most = 1;
  for (size_t b = 0; b < batch; ++b) most = std::max(most, step.links[b]->columns());
  const Var y = tape.filled(step.links[0]->numbers(), most, batch, -1);
  for (size_t b = 0; b < batch; ++b)
    for (size_t c = 0; c < step.links[b]->columns(); ++c) step.links[b]->put(c, tape.fill(y).column(b, c));
  return y;
}

Var dense_rows(const SparseFocus& focus) {
  Tape& tape = *focus.record.tape;
  const SparseStep& step = *sparse_step(focus.record);
  const size_t batch = focus.weights.batch(), slots = step.rows[0]->slots(), width = step.rows[0]->width();
  const Var y = tape.filled(slots, width, batch, 0);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b)
    for (uint32_t n = 0; n < slots; ++n)
      if (const Real* const row = step.rows[b]->row(n).numbers)
        for (size_t j = 0; j < width; ++j) out.column(b, j)[n] = row[j];
  return y;
}

Var dense_weights(const SparseFocus& focus) {
  Tape& tape = *focus.record.tape;
  const auto weights = tape.value(focus.weights), slots = tape.value(focus.slots);
  const Var y = tape.filled(sparse_step(focus.record)->rows[0]->slots(), weights.cols, weights.batch, 0);
  for (size_t b = 0; b < weights.batch; ++b)
    for (size_t h = 0; h < weights.cols; ++h)
      for (size_t k = 0; k < weights.rows; ++k)
        tape.fill(y).column(b, h)[static_cast<size_t>(slots.column(b, h)[k])] += weights.column(b, h)[k];
  return y;
}

Var dense_writes(const SparseFocus& focus) {
  Tape& tape = *focus.record.tape;
  const SparseStep& step = *sparse_step(focus.record);
  const size_t batch = focus.weights.batch(), each = step.writes / step.writers;
  const Var y = tape.filled(step.rows[0]->slots(), step.writers, batch, 0);
  for (size_t b = 0; b < batch; ++b)
    for (size_t i = 0; i < step.writes; ++i) {
      const SlotWeight& one = step.written[b * step.writes + i];
      tape.fill(y).column(b, i / each)[one.slot] += one.weight;
    }
  return y;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
