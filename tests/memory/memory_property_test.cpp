#include <rapidcheck/catch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "attention/content_lookup.hpp"
#include "catalogue/catalogue.hpp"
#include "memory/matrix/access.hpp"
#include "tests/support/context.hpp"
#include "tests/support/defaults.hpp"
#include "tests/support/generators.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

using testing::add_defaults;
using testing::any_size;
using testing::numbers;
using testing::Plain;

TEST_CASE("what is written can be read") {
  rc::prop("where a head looks at one slot, erases all and adds v, a read there gives v and others are as before", [] {
    Plain p;
    const size_t slots = any_size(2, 12), width = any_size(1, 6);
    const std::vector<size_t> where = {any_size(0, slots - 1), any_size(0, slots - 1)};
    const Var memory = p.any(slots, width, 2, -1, 1), w = p.one_hot(slots, 1, 2, where);
    const Var v = p.any(width, 1, 2, -1, 1);
    const Var written = write(memory, w, p.tape.filled(width, 1, 2, 1), v);
    testing::require_close(numbers(read(written, w)), numbers(v), 1e-6);
    const Var other = p.one_hot(slots, 1, 2, {(where[0] + 1) % slots, (where[1] + 1) % slots});
    RC_ASSERT(numbers(read(written, other)) == numbers(read(memory, other)));
  });
  rc::prop("a head that neither erases nor adds leaves the memory as it was, however many heads there are", [] {
    Plain p;
    const size_t slots = any_size(1, 12), width = any_size(1, 6), heads = any_size(1, 3);
    const Var memory = p.any(slots, width, 2, -1, 1), nothing = p.tape.filled(width, heads, 2, 0);
    RC_ASSERT(numbers(write(memory, p.any_weights(slots, heads, 2, 3), nothing, nothing)) == numbers(memory));
  });
  rc::prop("the order of writing heads does not matter", [] {
    Plain p;
    const size_t slots = any_size(1, 12), width = any_size(1, 6);
    const Var memory = p.any(slots, width, 1, -1, 1), w = p.any_weights(slots, 2, 1, 3),
              erase = p.any(width, 2, 1, 0, 1), add = p.any(width, 2, 1, -1, 1);
    const auto swapped = [](Var x) { return beside(std::array{columns(x, 1, 1), columns(x, 0, 1)}); };
    testing::require_close(numbers(write(memory, swapped(w), swapped(erase), swapped(add))),
                           numbers(write(memory, w, erase, add)), 1e-5);
  });
}

namespace {

/// rows×cols distinct numbers from −1 to 1.
std::vector<Real> distinct_numbers(size_t count, uint64_t seed) {
  Stream stream(seed, Split::kCheck, Purpose::kTest, 0);
  std::vector<Real> values(count);
  for (Real& v : values) v = static_cast<Real>(stream.uniform(-1, 1));
  return values;
}

/// The rows of a matrix of `slots` rows, in another order.
std::vector<Real> reordered(const std::vector<Real>& values, size_t slots, const std::vector<size_t>& order) {
  std::vector<Real> other(values.size());
  for (size_t i = 0; i < values.size(); ++i) other[i] = values[i / slots * slots + order[i % slots]];
  return other;
}

std::vector<size_t> any_order(size_t slots) {
  std::vector<size_t> order(slots);
  std::iota(order.begin(), order.end(), size_t{0});
  for (size_t n = slots; n-- > 1;) std::swap(order[n], order[any_size(0, n)]);
  return order;
}

/// Whether any two scores of a column are so close that rounding could decide their order.
bool near_ties(std::vector<Real> scores, size_t slots) {
  for (auto column = scores.begin(); column != scores.end(); column += static_cast<std::ptrdiff_t>(slots)) {
    std::sort(column, column + static_cast<std::ptrdiff_t>(slots));
    for (size_t n = 1; n < slots; ++n)
      if (column[static_cast<std::ptrdiff_t>(n)] - column[static_cast<std::ptrdiff_t>(n) - 1] < 1e-4F) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a look-up by content follows the slots wherever they go") {
  for (const SimilarityRow& similarity : similarity_rows()) {
    if (similarity.info.name == "location") continue;  // it does not look at what they hold
    for (const NormaliserRow& normaliser : normaliser_rows())
      rc::prop(similarity.info.name + ", " + normaliser.info.name, [&] {
        const size_t slots = any_size(1, 9), width = any_size(2, 5);
        Settings settings;
        add_defaults(similarity.info, settings);
        add_defaults(normaliser.info, settings);
        const size_t seed = any_size(1, 100);
        ParameterStore store(seed), again(seed);
        const ContentLookup lookup(similarity.make(settings, {width, width}, store), normaliser.make(settings), false);
        const auto alone = similarity.make(settings, {width, width}, again);  // of the same parameters
        Plain p;
        p.tape.begin(store, nullptr);
        const auto memory = distinct_numbers(slots * width, any_size(0, 10000));
        const Var key = p.of(width, 2, 1, distinct_numbers(width * 2, any_size(0, 10000)));
        const Var strength = p.any(1, 2, 1, 0.5, 4);
        const auto order = any_order(slots);
        const auto weights = [&](const std::vector<Real>& m) {
          return numbers(lookup.weights(p.of(slots, width, 1, m), key, strength));
        };
        RC_PRE(!near_ties(numbers(alone->scores(p.of(slots, width, 1, memory), key)), slots));
        testing::require_close(weights(reordered(memory, slots, order)), reordered(weights(memory), slots, order),
                               1e-4);
      });
  }
}

TEST_CASE("every addressing scheme keeps its weightings on the simplex, step after step") {
  for (const AddressingRow& row : addressing_rows()) {
    rc::prop(row.info.name, [&row] {
      AddressingSettings sizes;
      sizes.slots = any_size(3, 12);
      sizes.width = any_size(1, 5);
      sizes.read_heads = any_size(1, 2);
      sizes.write_heads = any_size(1, 2);
      Settings settings;
      add_defaults(row.info, settings);
      settings.set("memory.start-weighting",
                   *rc::gen::element<std::string>("one-hot", "learned", "decaying", "uniform"));
      settings.set("memory.focus", *rc::gen::element<std::string>("softmax", "sparsemax", "hard"));
      ParameterStore store(1);
      const auto scheme = row.make(settings, sizes, store);
      Tape tape;
      tape.begin(store, nullptr);
      const Context context{tape, 2, testing::noise()};
      State past = scheme->start(context);
      for (int step = 0; step < 4; ++step) {
        const auto controls = testing::any_numbers(scheme->controls() * sizes.heads() * 2, -10, 10);
        const auto memory = testing::any_numbers(sizes.slots * sizes.width * 2, -1, 1);
        const auto addressed =
            scheme->address(context, tape.constant(scheme->controls(), sizes.heads(), 2, controls.data()),
                            tape.constant(sizes.slots, sizes.width, 2, memory.data()), past);
        RC_ASSERT(addressed.weights.rows == sizes.slots);
        RC_ASSERT(addressed.weights.cols == sizes.heads());
        testing::require_on_simplex(addressed.weights);
        past = addressed.state;
      }
    });
  }
}

TEST_CASE("in training heads have their share of the sharpening, in scoring all of it") {
  ParameterStore store(1);
  Tape tape;
  tape.begin(store, nullptr);
  const std::vector<Real> control{Real(-1), Real(0.5), Real(3)};
  const auto gamma = [&](Real share, Phase phase, uint64_t from = 0) {
    const Context context{tape, 1, testing::noise(), phase};
    return numbers(sharpening(context, tape.constant(1, 3, 1, control.data()), {1, share, from}));
  };
  store.set_seen(100);
  for (size_t i = 0; i < control.size(); ++i) {
    const double excess = std::log1p(std::exp(static_cast<double>(control[i])));
    for (const Real share : {Real{0}, Real(0.25), Real{1}}) {
      CHECK(gamma(share, Phase::kScoring)[i] == Approx(1 + excess).epsilon(1e-6));
      const double less = 1 + static_cast<double>(share) * excess;
      CHECK(gamma(share, Phase::kTraining)[i] == Approx(less).epsilon(1e-6));
      CHECK(gamma(share, Phase::kTraining, 100)[i] == Approx(less).epsilon(1e-6));
      CHECK(gamma(share, Phase::kTraining, 101)[i] == Approx(1 + excess).epsilon(1e-6));
      store.set_settled(0.25);  // a quarter of the way from all of it to its share
      CHECK(gamma(share, Phase::kTraining)[i] == Approx(1 + (0.75 + 0.25 * static_cast<double>(share)) * excess));
      CHECK(gamma(share, Phase::kScoring)[i] == Approx(1 + excess).epsilon(1e-6));
      store.set_settled(1);
    }
  }
}

TEST_CASE("no control makes a sharpening less than the least") {
  ParameterStore store(1);
  Tape tape;
  tape.begin(store, nullptr);
  const std::vector<Real> control{Real(-40), Real(0.5)};
  for (const Phase phase : {Phase::kTraining, Phase::kScoring}) {
    const Context context{tape, 1, testing::noise(), phase};
    const auto gamma = numbers(sharpening(context, tape.constant(1, 2, 1, control.data()), {Real(1.5), 1, 0}));
    CHECK(gamma[0] == Approx(1.5).epsilon(1e-6));
    CHECK(gamma[1] == Approx(1.5 + std::log1p(std::exp(0.5))).epsilon(1e-6));
  }
}

TEST_CASE("schemes that shift take their share of the sharpening, and others have none") {
  size_t schemes = 0;
  for (const AddressingRow& row : addressing_rows()) {
    Settings settings;
    add_defaults(row.info, settings);
    if (!settings.has("memory.training-sharpening")) continue;
    ++schemes;
    settings.set("memory.training-sharpening", "0");
    AddressingSettings sizes;
    sizes.slots = 5;
    sizes.width = 2;
    ParameterStore store(1);
    const auto scheme = row.make(settings, sizes, store);
    Tape tape;
    tape.begin(store, nullptr);
    const auto greatest = [&](Phase phase) {  // of a weighting that was one-hot, after a shift that is not
      const Context context{tape, 1, testing::noise(), phase};
      std::vector<Real> controls(scheme->controls() * sizes.heads(), 0);
      for (size_t h = 0; h < sizes.heads(); ++h) {
        controls[(h + 1) * scheme->controls() - 2] = 1;                          // the last of the kernel
        if (scheme->controls() > 5) controls[h * scheme->controls() + 3] = -30;  // the gate, closed
      }
      const std::vector<Real> memory(sizes.slots * sizes.width, Real(0.5));
      const auto weights =
          numbers(scheme
                      ->address(context, tape.constant(scheme->controls(), sizes.heads(), 1, controls.data()),
                                tape.constant(sizes.slots, sizes.width, 1, memory.data()), scheme->start(context))
                      .weights);
      return *std::max_element(weights.begin(), weights.end());
    };
    const double kernel = std::exp(1.) / (std::exp(1.) + 2), gamma = 1 + std::log(2.);
    INFO(row.info.name);
    CHECK(greatest(Phase::kTraining) == Approx(kernel).epsilon(1e-4));
    const double sharp = std::pow(kernel, gamma), rest = 2 * std::pow((1 - kernel) / 2, gamma);
    CHECK(greatest(Phase::kScoring) == Approx(sharp / (sharp + rest)).epsilon(1e-4));
  }
  CHECK(schemes == 2);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
