#include "memory/dnc/links.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "autodiff/ops/ops.hpp"
#include "memory/dnc/link_kernels.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

namespace kernels = link_kernels;

/// One step's links and the inputs that they were computed from.
struct LinkStep {
  static constexpr const char* kHandleName = "a DNC's links";

  LinkStep* past;  ///< null: the start
  LinkStep* next;  ///< on the path from a step whose links are there to one whose links are wanted
  Var weights;     ///< N×H
  Var before;      ///< the precedence of the past
  Real* links;     ///< a slots×slots matrix for each writing head of each item; null where a later step took it over
  Real* gradient;  ///< of the same size; null until a later step has left one
  size_t age;      ///< steps since the last kept one
  bool kept;       ///< never taken over
};

/// The step that a handle leads to. Links given as numbers, carried over from another round of the tape, become a first
/// step.
LinkStep* step_of(Var links_or_handle) {
  Tape& tape = *links_or_handle.tape;
  if (tape.is_handle<LinkStep>(links_or_handle)) return tape.object<LinkStep>(links_or_handle);
  const auto value = tape.value(links_or_handle);
  const size_t count = value.rows * value.cols * value.batch;
  Real* links = tape.keep<Real>(count);
  std::copy_n(value.data, count, links);
  return new (tape.keep<LinkStep>(1)) LinkStep{nullptr, nullptr, {}, {}, links, nullptr, 0, true};
}

/// The positions of the precedences, the directions after them, and the matrices.
struct LinkLayout {
  size_t slots, writers, readers, batch;
  size_t matrix(size_t item, size_t writer) const { return (item * writers + writer) * slots * slots; }
  size_t size() const { return matrix(batch, 0); }
  size_t columns() const { return writers * (1 + 2 * readers); }
  size_t backward(size_t reader, size_t writer) const { return writers * (1 + 2 * reader) + writer; }
  size_t forward(size_t reader, size_t writer) const { return backward(reader, writer) + writers; }
};

kernels::Writing<Real> writing(const LinkStep& step, size_t item, size_t writer) {
  const Tape& tape = *step.weights.tape;
  return {tape.value(step.weights).column(item, writer), tape.value(step.before).column(item, writer)};
}

/// The last step up to this one whose links are there; following `next` from it leads to this one.
LinkStep& nearest(LinkStep& step) {
  step.next = nullptr;
  LinkStep* from = &step;
  for (; !from->links; from = from->past) from->past->next = from;
  return *from;
}

/// The columns j … of a step's links, computed into `room` from those of the nearest step as far as needed.
template <size_t kCount>
kernels::Columns<const Real> taken_on(const LinkLayout& layout, const LinkStep& nearest, size_t item, size_t writer,
                                      size_t j, Real* room) {
  kernels::Columns<const Real> links{nearest.links + layout.matrix(item, writer) + j * layout.slots, layout.slots};
  for (const LinkStep* step = nearest.next; step; step = step->next) {
    kernels::update<kCount>(links, writing(*step, item, writer), j, kernels::Columns<Real>{room, layout.slots});
    links.data = room;
  }
  return links;
}

/// Recomputes a step's links that a later step took over.
void make_again(const LinkLayout& layout, LinkStep& step) {
  const LinkStep& from = nearest(step);
  Real* links = step.weights.tape->keep<Real>(layout.size());
  for (size_t b = 0; b < layout.batch; ++b)
    for (size_t h = 0; h < layout.writers; ++h)
      kernels::in_groups(layout.slots, [&](size_t j, auto count) {
        taken_on<count()>(layout, from, b, h, j, links + layout.matrix(b, h) + j * layout.slots);
      });
  step.links = links;
}

/// One writing head of one item: L to L′ (which may be the same memory), p′, and the directions.
void step_on(const LinkLayout& layout, size_t writer, const Real* links, kernels::Writing<Real> by,
             const Window<const Real>& reads, size_t item, Real* next, const Window<Real>& followed) {
  const size_t slots = layout.slots;
  const auto column = [&](size_t c) { return followed.column(item, c); };
  for (size_t r = 0; r < layout.readers; ++r) std::fill_n(column(layout.forward(r, writer)), slots, Real{0});
  kernels::in_groups(slots, [&](size_t j, auto count) {
    const kernels::Columns<Real> to{next + j * slots, slots};
    kernels::update_and_follow<count()>(kernels::Columns<const Real>{links + j * slots, slots}, by,
                                        reads.column(item, 0), j, to, column(layout.forward(0, writer)),
                                        column(layout.backward(0, writer)));
    for (size_t r = 1; r < layout.readers; ++r)
      kernels::follow<count()>(kernels::Columns<const Real>{to.data, slots}, reads.column(item, r), j,
                               column(layout.forward(r, writer)), column(layout.backward(r, writer)));
  });
  const Real kept = 1 - total(by.weights, slots);
  Real* p = column(writer);
  in_lanes<Real>(slots, [&](auto at) { at.put(p, kept * at(by.precedence) + at(by.weights)); });
}

/// to += from, or = where fresh.
void put(Real* to, bool fresh, const Real* from, size_t n) {
  if (fresh)
    std::copy_n(from, n, to);
  else
    in_lanes<Real>(n, [&](auto at) { at.put(to, at(to) + at(from)); });
}

/// Hands `gradient` (borrowed) over to the step, or adds it to the gradient there.
void leave(Tape& tape, LinkStep& step, Real* gradient, size_t count) {
  const bool nobody_learns = !step.past;
  if (!nobody_learns && !step.gradient) {
    step.gradient = gradient;
    return;
  }
  if (!nobody_learns) put(step.gradient, false, gradient, count);
  tape.give_back(gradient, count);
}

}  // namespace

Var Linkage::matrices() const {
  Tape& tape = *precedence.tape;
  const size_t slots = precedence.rows, writers = precedence.cols;
  const LinkLayout layout{slots, writers, 0, precedence.batch()};
  LinkStep& step = *step_of(links);
  if (!step.links) make_again(layout, step);
  return tape.constant(slots, writers * slots, layout.batch, step.links);
}

Linkage start_linkage(Tape& tape, size_t slots, size_t writers, size_t batch) {
  const LinkLayout layout{slots, writers, 0, batch};
  Real* links = tape.keep<Real>(layout.size());
  std::fill_n(links, layout.size(), Real{0});
  auto* step = new (tape.keep<LinkStep>(1)) LinkStep{nullptr, nullptr, {}, {}, links, nullptr, 0, true};
  return {tape.filled(slots, writers, batch, 0), tape.handle(step, batch)};
}

Linkage advance(const Linkage& past, Var write_weights, Var read_weights) {
  Tape& tape = *write_weights.tape;
  const Var before = past.precedence;
  const LinkLayout layout{write_weights.rows, write_weights.cols, read_weights.cols, write_weights.batch()};
  if (before.rows != layout.slots || before.cols != layout.writers || read_weights.rows != layout.slots ||
      before.batch() != layout.batch || read_weights.batch() != layout.batch)
    shapes_do_not_fit("advance", {before, write_weights, read_weights},
                      "slots x writers twice and slots x readers, of one batch");
  LinkStep& last = *step_of(past.links);
  if (!last.links) make_again(layout, last);  // another step has continued from there
  const Real* from = last.links;
  Real* to = last.kept ? tape.keep<Real>(layout.size()) : std::exchange(last.links, nullptr);
  const size_t age = last.kept ? 1 : last.age + 1;
  auto* step = new (tape.keep<LinkStep>(1))
      LinkStep{&last, nullptr, write_weights, before,
               to,    nullptr, age,           tape.recording() && age >= links_kept_every(layout.slots, layout.batch)};

  const Var y = tape.make(layout.slots, layout.columns(), layout.batch);
  {
    const auto w = tape.value(write_weights), r = tape.value(read_weights), p = tape.value(before);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < layout.batch; ++b)
      for (size_t h = 0; h < layout.writers; ++h)
        step_on(layout, h, from + layout.matrix(b, h), {w.column(b, h), p.column(b, h)}, r, b, to + layout.matrix(b, h),
                out);
  }
  tape.tell([&] {
    const size_t numbers = layout.size(), again = age - 1;  // steps from the links kept last to those that rules need
    const Work update{4}, read{4}, read_back{12}, update_back{9};
    const size_t columns = layout.slots * layout.writers * layout.batch;
    return OpWork{numbers * (update + layout.readers * read) + columns * Work{3},
                  numbers * (again * update + layout.readers * read_back + update_back) + columns * Work{6}};
  });
  tape.record(y, {before, write_weights, read_weights}, [=] {
    Tape& t = *y.tape;
    LinkStep& source = *step->past;
    const size_t slots = layout.slots;
    const LinkStep& made = nearest(source);
    Real* dlinks = std::exchange(step->gradient, nullptr);
    if (!dlinks) std::fill_n(dlinks = t.borrow(layout.size()), layout.size(), Real{0});
    const auto w = t.value(write_weights), r = t.value(read_weights), p = t.value(before), dy = t.gradient(y);
    // touching the precedence at each step makes each step's rule run
    const auto [dp, dw, dr] = t.touch(std::array{before, write_weights, read_weights});
    const size_t work_size = (kernels::kAtOnce + 2 + layout.readers) * slots;
    Real* work = t.borrow(work_size);
    Real *room = work, *dweights = room + kernels::kAtOnce * slots, *dprecedence = dweights + slots,
         *dreads = dprecedence + slots;
    for (size_t b = 0; b < layout.batch; ++b) {
      std::fill_n(dreads, layout.readers * slots, Real{0});
      for (size_t h = 0; h < layout.writers; ++h) {
        const kernels::Writing<Real> by{w.column(b, h), p.column(b, h)};
        const Real* dnext = dy.column(b, h);  // p′ = (1 − Σw)·p + w
        const Real lost = dot(dnext, by.precedence, slots), kept = 1 - total(by.weights, slots);
        in_lanes<Real>(slots, [&](auto at) {
          at.put(dweights, at(dnext) - lost);
          at.put(dprecedence, kept * at(dnext));
        });
        kernels::in_groups(slots, [&](size_t j, auto count) {
          const size_t first = layout.matrix(b, h) + j * slots;
          const auto links = taken_on<count()>(layout, made, b, h, j, room);
          const kernels::Columns<Real> d{dlinks + first, slots};
          for (size_t reader = 0; reader < layout.readers; ++reader)
            kernels::back_through_follow<count()>(links, by,
                                                  {r.column(b, reader), dy.column(b, layout.forward(reader, h)),
                                                   dy.column(b, layout.backward(reader, h)), dreads + reader * slots},
                                                  j, d);
          kernels::back_through_update<count()>(links, by, j, d, dweights, dprecedence);
        });
        if (dw.data) put(dw.column(b, h), dw.fresh, dweights, slots);
        if (dp.data) put(dp.column(b, h), dp.fresh, dprecedence, slots);
      }
      for (size_t reader = 0; dr.data && reader < layout.readers; ++reader)
        put(dr.column(b, reader), dr.fresh, dreads + reader * slots, slots);
    }
    t.give_back(work, work_size);
    leave(t, source, dlinks, layout.size());
  });
  return {columns(y, 0, layout.writers), tape.handle(step, layout.batch),
          columns(y, layout.writers, layout.columns() - layout.writers)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
