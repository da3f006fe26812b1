#include "memory/sparse/access_op.hpp"

#include <algorithm>
#include <utility>

#include "autodiff/tape/fresh_gradient.hpp"
#include "autodiff/tape/frozen.hpp"
#include "memory/sparse/look_up.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// 0: backward, 1: content, 2: forward.
size_t mode_of(const AccessShape& shape, size_t read) { return shape.follows() ? read / shape.content : 1; }

}  // namespace

struct SparseAccess::Room {
  SlotWeight* accesses;
  Likeness* found;
  uint32_t* least;
  SlotWeight* followed;
  Real* keys;  ///< of the item, contiguous; then what the look-up before has found
};

struct SparseAccess::Gradients {
  Gradient weights, keys, strengths, vectors, amounts, gates, modes;
};

SparseAccess::SparseAccess(const SparseReads& how, const SparseAccessState& past, const SparseControls& said,
                           const AccessShape& shape, const SparseStep& from)
    : how_(how),
      shape_(shape),
      weights_(past.weights),
      chosen_before_(past.slots),
      keys_(said.keys),
      strengths_(said.strengths),
      vectors_(said.vectors),
      amounts_(said.amounts),
      gates_(said.gates),
      modes_(said.modes),
      step_(new_sparse_step(*said.keys.tape, shape.batch)),
      steps_before_(from.steps) {
  Tape& tape = *keys_.tape;
  step_->links = from.links;
  step_->writers = shape_.writers;
  step_->writes = shape_.writers * (shape_.reads + 1);
  step_->written = tape.keep<SlotWeight>(step_->writes * shape_.batch);
  std::copy_n(from.rows, shape_.batch, step_->rows);
  y_ = tape.make(shape_.size(), 1, shape_.batch);
  slots_ = tape.make(shape_.reads, shape_.heads, shape_.batch);
  cosines_ = tape.keep<Real>(shape_.content * shape_.heads * shape_.batch);
  shares_ = tape.keep<Real>(all_reads() * shape_.batch);
  oldest_ = tape.keep<Real>(shape_.writers * shape_.batch);
  before_ = tape.keep<Real>(2 * all_reads() * shape_.batch);
  looks_ = tape.keep<Real>((3 * shape_.content + shape_.width) * shape_.heads * earlier_looks() * shape_.batch);
}

void SparseAccess::forward() const {
  Tape& tape = *keys_.tape;
  const Room room{tape.keep<SlotWeight>(step_->writes + all_reads()),
                  tape.keep<Likeness>(shape_.content * shape_.heads), tape.keep<uint32_t>(shape_.writers),
                  tape.keep<SlotWeight>(shape_.reads + shape_.content + step_->writes),
                  tape.keep<Real>(shape_.width * shape_.heads)};
  for (size_t b = 0; b < shape_.batch; ++b) {
    remember(b, room);
    write(b, room);
    for (size_t i = 0; i < earlier_looks(); ++i) look_before(b, i, room);
    choose(b, room);
    read(b, room);
    access(b, room);
    SparseRows& rows = *step_->rows[b];
    step_->steps = rows.commit();
    if (shape_.follows()) step_->links[b]->commit();
    step_->serials[b] = rows.serial();
  }
}

/// Gathers what the item's heads read before, and their keys.
void SparseAccess::remember(size_t item, const Room& room) const {
  Tape& tape = *keys_.tape;
  const auto slots = tape.value(chosen_before_), weights = tape.value(weights_), keys = tape.value(keys_);
  for (size_t h = 0; h < shape_.heads; ++h) {
    std::copy_n(slots.column(item, h), shape_.reads, old_slots(item) + h * shape_.reads);
    std::copy_n(weights.column(item, h), shape_.reads, old_weights(item) + h * shape_.reads);
    std::copy_n(keys.column(item, h), shape_.width, room.keys + h * shape_.width);
  }
}

/// A writing head, once the least recently accessed slots are known.
HeadWrite SparseAccess::writing(size_t item, size_t head) const {
  Tape& tape = *keys_.tape;
  const size_t first = head % shape_.heads * shape_.reads;
  return {old_slots(item) + first,
          old_weights(item) + first,
          shape_.reads,
          static_cast<uint32_t>(oldest(item)[head]),
          *tape.value(amounts_).column(item, head),
          *tape.value(gates_).column(item, head),
          tape.value(vectors_).column(item, head)};
}

void SparseAccess::write(size_t item, const Room& room) const {
  SparseRows& rows = *step_->rows[item];
  rows.oldest({room.least, shape_.writers});
  std::copy_n(room.least, shape_.writers, oldest(item));
  if (Frozen* frozen = keys_.tape->frozen()) frozen->freeze(oldest(item), shape_.writers);
  for (size_t h = 0; h < shape_.writers; ++h) rows.erase(static_cast<uint32_t>(oldest(item)[h]));
  SlotWeight* const written = step_->written + item * step_->writes;
  for (size_t h = 0; h < shape_.writers; ++h) write_rows(rows, writing(item, h), written + h * (shape_.reads + 1));
  rows.written();
  if (shape_.follows()) write_links(*step_->links[item], {written, step_->writes}, room.followed);
}

void SparseAccess::look_before(size_t item, size_t index, const Room& room) const {
  Tape& tape = *keys_.tape;
  SparseRows& rows = *step_->rows[item];
  const auto strengths = tape.value(strengths_);
  rows.nearest(room.keys, shape_.heads, shape_.content, room.found);
  for (size_t h = 0; h < shape_.heads; ++h) {
    const Look now = look(item, index, h);
    for (size_t i = 0; i < shape_.content; ++i)
      now.slots[i] = static_cast<Real>(room.found[h * shape_.content + i].slot);
    if (Frozen* frozen = tape.frozen()) frozen->freeze(now.slots, shape_.content);
    Real* const key = room.keys + h * shape_.width;
    look_up(rows, now.slots, shape_.content, key, *strengths.column(item, h), now.cosines, now.shares);
    read_rows(rows, now.slots, shape_.content, now.shares, now.found);
    std::copy_n(now.found, shape_.width, key);
  }
}

/// Chooses the slots that each head reads: those most alike to its key, and those that links lead to.
void SparseAccess::choose(size_t item, const Room& room) const {
  Tape& tape = *keys_.tape;
  step_->rows[item]->nearest(room.keys, shape_.heads, shape_.content, room.found);
  const auto chosen = tape.fill(slots_);
  for (size_t h = 0; h < shape_.heads; ++h) {
    Real* const mine = chosen.column(item, h) + shape_.first_content();
    for (size_t i = 0; i < shape_.content; ++i) mine[i] = static_cast<Real>(room.found[h * shape_.content + i].slot);
    if (shape_.follows()) follow(item, h, room);
  }
  if (Frozen* frozen = tape.frozen()) frozen->freeze(chosen.item(item), all_reads());
}

void SparseAccess::follow(size_t item, size_t head, const Room& room) const {
  Tape& tape = *keys_.tape;
  Real *const mine = tape.fill(slots_).column(item, head), *const share = shares(item, head);
  SlotWeight* const leads_to = room.followed + shape_.reads;
  const std::span<SlotWeight> from(room.followed, shape_.reads), to(leads_to, shape_.content);
  for (size_t i = 0; i < shape_.reads; ++i)
    from[i] = {static_cast<uint32_t>(old_slots(item)[head * shape_.reads + i]),
               old_weights(item)[head * shape_.reads + i]};
  const auto put = [&](size_t at) {
    for (size_t i = 0; i < shape_.content; ++i) {
      mine[at + i] = static_cast<Real>(to[i].slot);
      share[at + i] = to[i].weight;
    }
    if (Frozen* frozen = tape.frozen()) frozen->freeze(share + at, shape_.content);
  };
  step_->links[item]->backward(from, to);
  put(0);
  step_->links[item]->forward(from, to);
  put(2 * shape_.content);
}

void SparseAccess::read(size_t item, const Room& room) const {
  Tape& tape = *keys_.tape;
  const SparseRows& rows = *step_->rows[item];
  const auto strengths = tape.value(strengths_), modes = tape.value(modes_);
  const auto out = tape.fill(y_), chosen = tape.fill(slots_);
  const size_t first = shape_.first_content();
  for (size_t h = 0; h < shape_.heads; ++h) {
    const Real *const mine = chosen.column(item, h), *const mode = modes.column(item, h);
    Real *const share = shares(item, h), *const weight = out.item(item) + shape_.weights(h);
    look_up(rows, mine + first, shape_.content, room.keys + h * shape_.width, *strengths.column(item, h),
            cosines(item, h), share + first);
    for (size_t i = 0; i < shape_.reads; ++i) weight[i] = mode[mode_of(shape_, i)] * share[i];
    read_rows(rows, mine, shape_.reads, weight, out.item(item) + shape_.read(h));
  }
}

/// Records as accessed all slots that were written and read.
void SparseAccess::access(size_t item, const Room& room) const {
  Tape& tape = *keys_.tape;
  SlotWeight* all = std::copy_n(step_->written + item * step_->writes, step_->writes, room.accesses);
  const Real* const weights = tape.value(y_).item(item) + shape_.weights(0);
  for (size_t h = 0; h < shape_.heads; ++h)
    for (size_t i = 0; i < shape_.reads; ++i)
      *all++ = {static_cast<uint32_t>(tape.value(slots_).column(item, h)[i]), weights[h * shape_.reads + i]};
  access_slots(*step_->rows[item], {room.accesses, all}, how_.delta);
}

OpWork SparseAccess::work(const SparseBeginning& beginning) const {
  const bool all = dynamic_cast<const ExactIndex*>(&beginning.index()) != nullptr;
  const size_t w = shape_.width, looks = shape_.heads * how_.iterations, written = step_->writes;
  size_t compared = 0;
  for (size_t b = 0; b < shape_.batch; ++b)
    compared += step_->rows[b]->written_rows().count + (all ? beginning.rows().count : 0);
  const Work dot = w * Work{2}, look = shape_.content * (dot + Work{7, 1}) + dot + Work{1, 1},
             look_back = shape_.content * (3 * dot + Work{10}) + 2 * dot + Work{2, 1};
  const size_t read = all_reads() + shape_.content * (looks - shape_.heads), items = shape_.batch;
  const auto moved = static_cast<double>(items * w * (2 * written + read + looks * shape_.content));
  return {
      compared * looks * (dot + Work{2}) + items * (looks * look + read * (dot + Work{1}) + written * (dot + Work{2})),
      items * (looks * look_back + read * 2 * dot + written * 2 * (dot + Work{1})),
      {static_cast<double>(compared * w) + moved, 3 * moved}};
}

void SparseAccess::backward() const {
  Tape& tape = *y_.tape;
  auto [dw, dk, dbeta, dv, da, dg, dm] = tape.touch(operands());
  for (const Gradient* d : {&dw, &dk, &dbeta, &dv, &da, &dg, &dm}) clear_if_fresh(*d);  // all are added to
  const Gradients to{dw, dk, dbeta, dv, da, dg, dm};
  const size_t size = shape_.reads + shape_.content + 2 * shape_.width;
  Real* const room = tape.borrow(size);
  for (size_t b = 0; b < shape_.batch; ++b) {
    SparseRows& rows = *step_->rows[b];
    rows.rollback(step_->steps);
    back_through_reads(b, to, room);
    back_through_writes(b, to);
    for (size_t h = 0; h < shape_.writers; ++h)  // the erased content no longer matters
      rows.forget_gradient(rows.place(static_cast<uint32_t>(oldest(b)[h])));
    rows.rollback(steps_before_);
    if (step_->links) step_->links[b]->rollback(steps_before_);
  }
  tape.give_back(room, size);
}

void SparseAccess::back_through_reads(size_t item, const Gradients& to, Real* room) const {
  Tape& tape = *y_.tape;
  SparseRows& rows = *step_->rows[item];
  const auto keys = tape.value(keys_), strengths = tape.value(strengths_), modes = tape.value(modes_),
             out = tape.value(y_), chosen = tape.value(slots_), dy = tape.gradient(y_);
  const size_t first = shape_.first_content(), content = shape_.content, width = shape_.width;
  Real *const dweights = room, *const dshares = dweights + shape_.reads;
  for (size_t h = 0; h < shape_.heads; ++h) {
    const Real *const mine = chosen.column(item, h), *const mode = modes.column(item, h),
                      *const share = shares(item, h);
    Real *dkey = dshares + content, *dfound = dkey + width;
    const auto key = [&](size_t look_up) {
      return look_up == 0 ? keys.column(item, h) : look(item, look_up - 1, h).found;
    };
    const auto wanted = [&](size_t look_up) -> HeadGradients {  // of that look-up
      Real* const dstrength = to.strengths.data ? to.strengths.column(item, h) : nullptr;
      if (look_up == 0) return {to.keys.data ? to.keys.column(item, h) : nullptr, dstrength};
      std::fill_n(dkey, width, Real{0});
      return {dkey, dstrength};
    };
    std::copy_n(dy.item(item) + shape_.weights(h), shape_.reads, dweights);
    back_through_read(rows, mine, shape_.reads, out.item(item) + shape_.weights(h), dy.item(item) + shape_.read(h),
                      dweights);
    for (size_t i = 0; to.modes.data && i < shape_.reads; ++i)
      to.modes.column(item, h)[mode_of(shape_, i)] += share[i] * dweights[i];
    const Real strength = *strengths.column(item, h);
    const size_t last = earlier_looks();
    back_through_look_up(rows, mine + first, content, key(last), strength, cosines(item, h), share + first, mode[1],
                         dweights + first, wanted(last));
    for (size_t i = last; i-- > 0;) {
      std::swap(dkey, dfound);
      const Look then = look(item, i, h);
      std::fill_n(dshares, content, Real{0});
      back_through_read(rows, then.slots, content, then.shares, dfound, dshares);
      back_through_look_up(rows, then.slots, content, key(i), strength, then.cosines, then.shares, 1, dshares,
                           wanted(i));
    }
  }
}

void SparseAccess::back_through_writes(size_t item, const Gradients& to) const {
  const auto wanted = [&](const Gradient& of, size_t head) { return of.data ? of.column(item, head) : nullptr; };
  for (size_t h = 0; h < shape_.writers; ++h)
    back_through_write(
        *step_->rows[item], writing(item, h),
        {wanted(to.weights, h % shape_.heads), wanted(to.amounts, h), wanted(to.gates, h), wanted(to.vectors, h)});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
