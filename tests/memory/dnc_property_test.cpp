#include <rapidcheck/catch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/watch.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "memory/dnc/dnc.hpp"
#include "memory/dnc/links.hpp"
#include "memory/dnc/ops.hpp"
#include "tests/support/context.hpp"
#include "tests/support/generators.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::any_size;
using testing::numbers;
using testing::Plain;

constexpr Real kRounding = Real(1e-5);

/// The dnc row's settings, small, with some changed.
Settings small_dnc(const std::vector<std::pair<std::string, std::string>>& changed) {
  for (const ModelCase& one : small_models())
    if (one.settings.text("memory") == "dnc") {
      Settings settings = one.settings;
      for (const auto& [name, value] : changed) settings.set(name, value);
      return settings;
    }
  throw std::logic_error("no model has a dnc");
}

std::unique_ptr<Memory> made(const Settings& settings, ParameterStore& store) {
  for (const MemoryRow& row : memory_rows())
    if (row.info.name == "dnc") return row.make(settings, store);
  throw std::logic_error("there is no dnc");
}

/// The last value shown under each name.
class Last final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View&) override { seen[name] = value; }
  std::map<std::string, Var> seen;
};

/// Nonnegative, with columns (and for square matrices rows) that sum to at most one.
void require_within_simplex(Var weights, size_t item) {
  const auto w = weights.tape->value(weights);
  std::vector<Real> of_rows(w.rows, 0);
  for (size_t c = 0; c < w.cols; ++c) {
    Real total = 0;
    for (size_t r = 0; r < w.rows; ++r) {
      RC_ASSERT(w.column(item, c)[r] > -Real(1e-6));
      total += w.column(item, c)[r];
      of_rows[r] += w.column(item, c)[r];
    }
    RC_ASSERT(total < 1 + kRounding);
  }
  if (w.rows == w.cols)
    for (const Real total : of_rows) RC_ASSERT(total < 1 + kRounding);
}

}  // namespace

TEST_CASE("usage stays in 0..1, and what the DNC looks by within the simplex, whatever the controls") {
  rc::prop("step after step", [] {
    const size_t slots = any_size(4, 20), writers = any_size(1, 2);
    ParameterStore store(1);
    const auto memory = made(small_dnc({{"memory.slots", std::to_string(slots)},
                                        {"memory.write-heads", std::to_string(writers)},
                                        {"memory.de-allocation", any_size(0, 1) ? "true" : "false"}}),
                             store);
    Tape tape;
    Last last;
    tape.begin(store, nullptr);
    tape.set_watcher(&last);
    const Context context{tape, 2, testing::noise()};
    State past = memory->start(context);
    for (int step = 0; step < 6; ++step) {
      const auto controls = testing::any_numbers(memory->controls() * 2, -15, 15);
      past = memory->step(context, tape.constant(memory->controls(), 1, 2, controls.data()), past).state;
      for (const Real u : numbers(last.seen.at("usage"))) RC_ASSERT(u >= 0 && u < 1 + kRounding);
      const Var links = last.seen.at("links");
      for (size_t b = 0; b < 2; ++b) {
        for (const char* name : {"read/weights", "write/weights", "write/allocation", "read/directions", "read/modes"})
          require_within_simplex(last.seen.at(name), b);
        for (size_t h = 0; h < writers; ++h) {
          const Var one = columns(links, h * slots, slots);
          require_within_simplex(one, b);
          for (size_t n = 0; n < slots; ++n) RC_ASSERT(tape.value(one).column(b, n)[n] == 0);
        }
      }
    }
  });
}

TEST_CASE("allocation picks the free slot") {
  rc::prop("where one slot is free and the others are full", [] {
    Plain p;
    const size_t slots = any_size(1, 40), free = any_size(0, slots - 1);
    std::vector<Real> used(slots, 1);
    used[free] = 0;
    const auto a = numbers(allocation(p.of(slots, 1, 1, used)));
    for (size_t n = 0; n < slots; ++n) RC_ASSERT(std::abs(a[n] - (n == free ? 1 : 0)) < kRounding);
  });
  rc::prop("the least used gets 1 − its usage, and all together at most 1", [] {
    Plain p;
    const size_t slots = any_size(1, 40);
    const auto used = testing::any_numbers(slots, 0, 1), a = numbers(allocation(p.of(slots, 1, 1, used)));
    const size_t least = static_cast<size_t>(std::min_element(used.begin(), used.end()) - used.begin());
    RC_ASSERT(std::abs(a[least] - (1 - used[least])) < kRounding);
    Real total = 0;
    for (const Real x : a) total += x;
    RC_ASSERT(total < 1 + kRounding);
  });
  rc::prop("the product of what is used less, of as much that of lower numbers", [] {
    Plain p;
    const size_t slots = any_size(1, 200);
    std::vector<Real> used(slots);
    for (Real& u : used) u = static_cast<Real>(any_size(0, 64)) / 64;
    const auto a = numbers(allocation(p.of(slots, 1, 1, used)));
    std::vector<size_t> order(slots);
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t one, size_t other) { return used[one] < used[other]; });
    double product = 1;
    for (const size_t n : order) {
      RC_ASSERT(std::abs(a[n] - (1 - static_cast<double>(used[n])) * product) < kRounding);
      product *= 1e-6 + (1 - 1e-6) * static_cast<double>(used[n]);
    }
  });
  rc::prop("a full memory has nothing to give", [] {
    Plain p;
    const size_t slots = any_size(1, 40);
    for (const Real a : numbers(allocation(p.tape.filled(slots, 1, 1, 1)))) RC_ASSERT(a == 0);
  });
}

TEST_CASE("the links lead from what was written to what was written next, and back") {
  rc::prop("one slot after the other", [] {
    Plain p;
    const size_t slots = any_size(3, 24), steps = any_size(2, std::min<size_t>(slots, 12)),
                 first = any_size(0, slots - 1);
    const size_t stride = slots % 5 == 0 ? 1 : 5;  // has no factor with slots, so that none is written twice
    const auto slot = [&](size_t t) { return (first + t * stride) % slots; };
    Linkage now = start_linkage(p.tape, slots, 1, 1);
    for (size_t t = 0; t < steps; ++t)
      now = advance(now, p.one_hot(slots, 1, 1, {slot(t)}), p.one_hot(slots, 1, 1, {0}));
    const Var nothing = p.tape.filled(slots, 1, 1, 0);
    for (size_t t = 0; t < steps; ++t) {
      const Linkage seen = advance(now, nothing, p.one_hot(slots, 1, 1, {slot(t)}));
      const Var backward = columns(seen.directions, 0, 1), forward = columns(seen.directions, 1, 1);
      RC_ASSERT(numbers(forward) == numbers(t + 1 < steps ? p.one_hot(slots, 1, 1, {slot(t + 1)}) : nothing));
      RC_ASSERT(numbers(backward) == numbers(t > 0 ? p.one_hot(slots, 1, 1, {slot(t - 1)}) : nothing));
    }
  });
}

TEST_CASE("what was written in free slots is read back in its order, forwards and backwards") {
  ParameterStore store(1);
  const size_t width = 4;
  const auto memory = made(small_dnc({{"memory.read-heads", "1"}, {"memory.write-heads", "1"}}), store);
  Tape tape;
  tape.begin(store, nullptr);
  const Context context{tape, 1, testing::noise()};
  State past = memory->start(context);
  constexpr Real kOn = 40, kOff = -40;
  enum Mode { kBackward, kContent, kForward };
  // Controls: read key, write key, 2 strengths, erase, add; free, allocation and write gate; 3 modes.
  const auto step = [&](const std::vector<Real>& key, const std::vector<Real>& added, bool writes, Mode mode) {
    std::vector<Real> c(memory->controls(), 0);
    std::copy(key.begin(), key.end(), c.begin());
    c[2 * width] = 60;  // the read's strength
    std::copy(added.begin(), added.end(), c.begin() + 3 * width + 2);
    Real* gates = c.data() + 4 * width + 2;
    gates[0] = kOff;
    gates[1] = kOn;
    gates[2] = writes ? kOn : kOff;
    gates[3 + mode] = kOn;
    const auto next = memory->step(context, tape.constant(c.size(), 1, 1, c.data()), past);
    past = next.state;
    return numbers(next.output);
  };
  const std::vector<std::vector<Real>> items = {{1, 0, 0, 1}, {0, 1, 0, -1}, {-1, 0, 1, 0}};
  const auto near = [](const std::vector<Real>& got, const std::vector<Real>& right) {
    for (size_t i = 0; i < right.size(); ++i) CHECK(std::abs(got[i] - right[i]) < Real(1e-3));
  };
  const std::vector<Real> none(width, 0);
  for (const auto& item : items) step(none, item, true, kContent);
  near(step(items[0], none, false, kContent), items[0]);
  near(step(none, none, false, kForward), items[1]);
  near(step(none, none, false, kForward), items[2]);
  near(step(none, none, false, kBackward), items[1]);
  near(step(none, none, false, kBackward), items[0]);
}

TEST_CASE("gradients are finite at ties of the usage, at a memory of zeros, and when all slots are in use") {
  for (const bool sharp : {false, true})
    for (const Real gate : {Real(-60), Real(0), Real(60)}) {  // nothing is written, something, all there is
      INFO("gate " << gate << ", sharpness " << sharp);
      ParameterStore store(1);
      const auto memory = made(small_dnc({{"memory.link-sharpness", sharp ? "true" : "false"},
                                          {"memory.key-masks", "true"},
                                          {"memory.de-allocation", "true"}}),
                               store);
      const size_t count = memory->controls();
      std::vector<Real> controls(count, 0), d(count, 0);
      const size_t readers = 2, writers = 2, width = 4, gates = (2 * (readers + writers) + 2 * writers) * width + 4;
      controls[gates] = controls[gates + 1] = -60;  // nothing is freed
      for (size_t i = readers; i < readers + 2 * writers; ++i) controls[gates + i] = gate;
      for (const Real value : {Real(0), Real(1)}) {  // zero keys and adds; then ones
        std::fill_n(controls.begin(), (readers + writers) * width, value);
        Tape tape;
        Last last;
        Real recorded = 0;
        tape.begin(store, &recorded);
        tape.set_watcher(&last);
        const Context context{tape, 1, testing::noise()};
        const Var given = tape.variable(count, 1, 1, controls.data(), d.data());
        auto now = testing::started(*memory, context);
        Var loss = sum(square(shift(now.output, 1)));
        for (int step = 0; step < 12; ++step) {
          now = memory->step(context, given, now.state);
          loss = add(loss, sum(square(shift(now.output, 1))));
        }
        if (gate > 0)
          for (const Real u : numbers(last.seen.at("usage"))) CHECK(u > Real(0.999));
        if (gate < 0)
          for (const Real u : numbers(last.seen.at("usage"))) CHECK(u < Real(1e-6));
        tape.backward(loss);
        for (const Real x : d) CHECK(std::isfinite(x));
      }
    }
}

TEST_CASE("links that are too many to count are refused") {
  ParameterStore store(1);
  CHECK_THROWS_WITH(made(small_dnc({{"memory.slots", "32768"}, {"memory.write-heads", "2"}}), store),
                    "memory.slots, memory.write-heads: got 32768 and 2; links from every slot to every other, for each "
                    "write head, have to be less than 2147483648 numbers");
}

TEST_CASE("a mask goes with the cosine only") {
  ParameterStore store(1);
  CHECK_NOTHROW(made(small_dnc({{"memory.key-masks", "true"}}), store));
  CHECK_NOTHROW(made(small_dnc({{"memory.similarity", "dot"}}), store));
  CHECK_THROWS_WITH(made(small_dnc({{"memory.key-masks", "true"}, {"memory.similarity", "dot"}}), store),
                    "memory.similarity: got dot with memory.key-masks; a mask goes with cosine only");
}

}  // namespace tapehead::inline TAPEHEAD_REAL
