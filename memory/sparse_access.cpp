#include "memory/sparse_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "autodiff/base/error.hpp"
#include "autodiff/frozen.hpp"
#include "autodiff/lanes.hpp"
#include "autodiff/ops.hpp"
#include "memory/sparse_look_up.hpp"
#include "memory/sparse_record.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

struct AccessShape {
  size_t width, content, reads, heads, writers, batch;     ///< of a head's reads so many are by content
  size_t read(size_t head) const { return width * head; }  ///< where it is in the op's value, and its weights
  size_t weights(size_t head) const { return width * heads + reads * head; }
  size_t size() const { return weights(heads); }
  /// With links a head's reads are backward, by content, forward, as many of each.
  bool follows() const { return reads > content; }
  size_t first_content() const { return follows() ? content : 0; }
};

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

/// A step of all items: its operands, its value, and what of the way there the gradient needs.
class Access final {
 public:
  Access(const SparseReads& how, const SparseFocus& past, const SparseControls& said, const AccessShape& shape,
         const SparseStep& from);

  void forward() const;
  void backward() const;

  Var value() const { return y_; }
  Var slots() const { return slots_; }
  SparseStep* step() const { return step_; }
  std::array<Var, 7> operands() const { return {weights_, keys_, strengths_, vectors_, amounts_, gates_, modes_}; }

 private:
  struct Room;       // for one item after the other
  struct Gradients;  // of the operands

  void remember(size_t item, const Room& room) const;
  void write(size_t item, Forward& forward, const Room& room) const;
  void choose(size_t item, const Room& room) const;
  void follow(size_t item, size_t head, const Room& room) const;
  void read(size_t item, Forward& forward, const Room& room) const;
  void back_through_reads(size_t item, const Gradients& to, Real* dweights) const;
  void back_through_writes(size_t item, const Gradients& to) const;

  size_t all_reads() const { return shape_.reads * shape_.heads; }
  Real* old_slots(size_t item) const { return before_ + 2 * all_reads() * item; }
  Real* old_weights(size_t item) const { return old_slots(item) + all_reads(); }
  Real* oldest(size_t item) const { return oldest_ + item * shape_.writers; }
  /// Of a head: before the modes, of content and what links say; and of content alone the cosines.
  Real* shares(size_t item, size_t head) const { return shares_ + item * all_reads() + head * shape_.reads; }
  Real* cosines(size_t item, size_t head) const { return cosines_ + (item * shape_.heads + head) * shape_.content; }

  SparseReads how_;
  AccessShape shape_;
  Var weights_, chosen_before_, keys_, strengths_, vectors_, amounts_, gates_, modes_, y_, slots_;
  SparseStep* step_;
  size_t steps_before_;
  Real *cosines_, *shares_, *oldest_;
  Real* before_;  ///< slots, then weights, in one piece an item
};

struct Access::Room {
  SlotWeight* accesses;
  Likeness* found;
  uint32_t* least;
  SlotWeight* followed;
  Real *amounts, *gates, *keys;  ///< of the item, in one piece each
};

struct Access::Gradients {
  Gradient weights, keys, strengths, vectors, amounts, gates, modes;
};

Access::Access(const SparseReads& how, const SparseFocus& past, const SparseControls& said, const AccessShape& shape,
               const SparseStep& from)
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
}

void Access::forward() const {
  Tape& tape = *keys_.tape;
  const Room room{tape.keep<SlotWeight>(step_->writes + all_reads()),
                  tape.keep<Likeness>(shape_.content * shape_.heads),
                  tape.keep<uint32_t>(shape_.writers),
                  tape.keep<SlotWeight>(shape_.reads + shape_.content + step_->writes),
                  tape.keep<Real>(shape_.writers),
                  tape.keep<Real>(shape_.writers),
                  tape.keep<Real>(shape_.width * shape_.heads)};
  for (size_t b = 0; b < shape_.batch; ++b) {
    SparseRows& rows = *step_->rows[b];
    remember(b, room);
    Forward forward(shape_, rows, step_->written + b * step_->writes, room.accesses);
    write(b, forward, room);
    choose(b, room);
    read(b, forward, room);
    forward.end(how_.delta);
    step_->steps = rows.commit();
    if (shape_.follows()) step_->links[b]->commit();
    step_->serials[b] = rows.serial();
  }
}

/// What the item's heads have read before, and what they are told now.
void Access::remember(size_t item, const Room& room) const {
  Tape& tape = *keys_.tape;
  const auto slots = tape.value(chosen_before_), weights = tape.value(weights_), keys = tape.value(keys_),
             amounts = tape.value(amounts_), gates = tape.value(gates_);
  for (size_t h = 0; h < shape_.heads; ++h) {
    std::copy_n(slots.column(item, h), shape_.reads, old_slots(item) + h * shape_.reads);
    std::copy_n(weights.column(item, h), shape_.reads, old_weights(item) + h * shape_.reads);
    std::copy_n(keys.column(item, h), shape_.width, room.keys + h * shape_.width);
  }
  for (size_t h = 0; h < shape_.writers; ++h) {
    room.amounts[h] = *amounts.column(item, h);
    room.gates[h] = *gates.column(item, h);
  }
}

void Access::write(size_t item, Forward& forward, const Room& room) const {
  Tape& tape = *keys_.tape;
  step_->rows[item]->oldest({room.least, shape_.writers});
  std::copy_n(room.least, shape_.writers, oldest(item));
  if (Frozen* frozen = tape.frozen()) frozen->freeze(oldest(item), shape_.writers);
  forward.write(old_slots(item), old_weights(item), oldest(item), room.amounts, room.gates, tape.value(vectors_), item);
  if (shape_.follows())
    write_links(*step_->links[item], step_->written + item * step_->writes, step_->writes, room.followed);
}

/// Which slots each head reads: those most alike to its key, and those that links lead to.
void Access::choose(size_t item, const Room& room) const {
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

void Access::follow(size_t item, size_t head, const Room& room) const {
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

void Access::read(size_t item, Forward& forward, const Room& room) const {
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
    for (size_t i = 0; i < shape_.reads; ++i) {
      weight[i] = mode[mode_of(shape_, i)] * share[i];
      forward.looked_at(static_cast<uint32_t>(mine[i]), weight[i]);
    }
    read_rows(rows, mine, shape_.reads, weight, out.item(item) + shape_.read(h));
  }
}

void Access::backward() const {
  Tape& tape = *y_.tape;
  auto [dw, dk, dbeta, dv, da, dg, dm] = tape.touch(operands());
  for (Gradient* d : {&dw, &dk, &dbeta, &dv, &da, &dg, &dm})  // all are added to
    for (size_t b = 0; d->data && d->fresh && b < d->batch; ++b)
      for (size_t c = 0; c < d->cols; ++c) std::fill_n(d->column(b, c), d->rows, Real{0});
  const Gradients to{dw, dk, dbeta, dv, da, dg, dm};
  Real* const dweights = tape.borrow(shape_.reads);
  for (size_t b = 0; b < shape_.batch; ++b) {
    SparseRows& rows = *step_->rows[b];
    rows.rollback(step_->steps);
    back_through_reads(b, to, dweights);
    back_through_writes(b, to);
    for (size_t h = 0; h < shape_.writers; ++h)  // what was erased matters no more
      rows.forget_gradient(rows.place(static_cast<uint32_t>(oldest(b)[h])));
    rows.rollback(steps_before_);
    if (step_->links) step_->links[b]->rollback(steps_before_);
  }
  tape.give_back(dweights, shape_.reads);
}

void Access::back_through_reads(size_t item, const Gradients& to, Real* dweights) const {
  Tape& tape = *y_.tape;
  SparseRows& rows = *step_->rows[item];
  const auto keys = tape.value(keys_), strengths = tape.value(strengths_), modes = tape.value(modes_),
             out = tape.value(y_), chosen = tape.value(slots_), dy = tape.gradient(y_);
  const size_t first = shape_.first_content();
  for (size_t h = 0; h < shape_.heads; ++h) {
    const Real *const mine = chosen.column(item, h), *const mode = modes.column(item, h),
                      *const share = shares(item, h);
    std::copy_n(dy.item(item) + shape_.weights(h), shape_.reads, dweights);
    back_through_read(rows, mine, shape_.reads, out.item(item) + shape_.weights(h), dy.item(item) + shape_.read(h),
                      dweights);
    for (size_t i = 0; to.modes.data && i < shape_.reads; ++i)
      to.modes.column(item, h)[mode_of(shape_, i)] += share[i] * dweights[i];
    back_through_look_up(
        rows, mine + first, shape_.content, keys.column(item, h), *strengths.column(item, h), cosines(item, h),
        share + first, mode[1], dweights + first,
        {to.keys.data ? to.keys.column(item, h) : nullptr, to.strengths.data ? to.strengths.column(item, h) : nullptr});
  }
}

void Access::back_through_writes(size_t item, const Gradients& to) const {
  Tape& tape = *y_.tape;
  SparseRows& rows = *step_->rows[item];
  const auto vectors = tape.value(vectors_), amounts = tape.value(amounts_), gates = tape.value(gates_);
  for (size_t h = 0; h < shape_.writers; ++h) {
    const Real amount = *amounts.column(item, h), gate = *gates.column(item, h);
    const size_t reader = h % shape_.heads, first = reader * shape_.reads;
    const Real* const vector = vectors.column(item, h);
    Real* const dvector = to.vectors.data ? to.vectors.column(item, h) : nullptr;
    // Back through M += weight·a at a slot; gives dM·a.
    const auto back = [&](Real at_slot, Real weight) -> Real {
      const Real* const drow = rows.gradient_or_none(rows.place(static_cast<uint32_t>(at_slot)));
      if (!drow) return 0;
      if (dvector) {
        in_lanes<Real>(shape_.width, [&](auto at) { at.put(dvector, at(dvector) + weight * at(drow)); });
      }
      return dot<Real>(drow, vector, shape_.width);
    };
    Real along_read = 0;  // Σ_k w′(k)·dM(s_k)·a
    for (size_t i = 0; i < shape_.reads; ++i) {
      const Real share = old_weights(item)[first + i];
      const Real met = back(old_slots(item)[first + i], amount * gate * share);
      along_read += share * met;
      if (to.weights.data) to.weights.column(item, reader)[i] += amount * gate * met;
    }
    const Real met = back(oldest(item)[h], amount * (1 - gate));
    if (to.amounts.data) *to.amounts.column(item, h) += gate * along_read + (1 - gate) * met;
    if (to.gates.data) *to.gates.column(item, h) += amount * (along_read - met);
  }
}

void check_shapes(const AccessShape& shape, const SparseBeginning& beginning, const SparseReads& how,
                  const SparseFocus& past, const SparseControls& said) {
  const auto fits = [&](Var x, size_t rows, size_t cols) {
    return x.rows == rows && x.cols == cols && x.batch() == shape.batch;
  };
  if (!fits(said.keys, beginning.width(), shape.heads) || !fits(said.vectors, shape.width, shape.writers) ||
      !fits(said.strengths, 1, shape.heads) || !fits(said.amounts, 1, shape.writers) ||
      !fits(said.gates, 1, shape.writers) || !fits(said.modes, 3, shape.heads) ||
      shape.reads != (how.kept_links > 0 ? 3 : 1) * how.content || !fits(past.weights, shape.reads, shape.heads) ||
      !fits(past.slots, shape.reads, shape.heads))
    shapes_do_not_fit("sparse_access",
                      {past.weights, said.keys, said.strengths, said.vectors, said.amounts, said.gates, said.modes},
                      "reads x heads, width x heads, 1 x heads, width x writers, 1 x writers twice and 3 x heads");
  if (how.content > beginning.slots() || shape.writers > beginning.slots())
    throw ShapeError(
        fmt::format("sparse_access: got {} slots, {} reads by content and {} writing heads; at most as many "
                    "of each as slots are needed",
                    beginning.slots(), how.content, shape.writers));
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
                          const SparseControls& told) {
  Tape& tape = *told.keys.tape;
  const AccessShape shape{told.keys.rows, how.content,       past.weights.rows,
                          told.keys.cols, told.vectors.cols, told.keys.batch()};
  SparseControls said = told;
  if (!shape.follows()) said.modes = tape.filled(3, shape.heads, shape.batch, 1);  // all is by content
  check_shapes(shape, beginning, how, past, said);
  const SparseStep* const from = is_sparse_record(past.record)
                                     ? sparse_step(past.record)
                                     : begin_settled(beginning, how.kept_links, past.record, past.links);
  go_to(tape, *from, shape.batch);
  const Access access(how, past, said, shape, *from);
  access.forward();
  const Var y = access.value();
  tape.record(y, access.operands(), [access] { access.backward(); });
  return {reshape(rows(y, 0, shape.weights(0)), shape.width, shape.heads),
          reshape(rows(y, shape.weights(0), shape.reads * shape.heads), shape.reads, shape.heads), access.slots(),
          sparse_record(tape, access.step()), tape.filled(1, 1, shape.batch, -1)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
