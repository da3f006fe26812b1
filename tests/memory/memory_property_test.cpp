#include <rapidcheck/catch.h>

#include <array>

#include "memory/access.hpp"
#include "memory/content_addressing.hpp"
#include "models/catalogue.hpp"
#include "tests/support/generators.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

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

TEST_CASE("content addressing follows the slots wherever they go") {
  rc::prop("a rotation of the memory rotates the weighting", [] {
    Plain p;
    const size_t slots = any_size(1, 12), width = any_size(1, 5), by = any_size(0, slots - 1);
    const Var memory = p.any(slots, width, 1, -1, 1), key = p.any(width, 2, 1, -3, 3),
              strength = p.any(1, 2, 1, -3, 20);
    const auto rotated = [=](Var x) { return stack(std::array{rows(x, by, slots - by), rows(x, 0, by)}); };
    const bool squash = *rc::gen::arbitrary<bool>();
    testing::require_close(numbers(content_weights(rotated(memory), key, strength, squash)),
                           numbers(rotated(content_weights(memory, key, strength, squash))), 1e-5);
  });
}

TEST_CASE("every addressing scheme keeps its weightings on the simplex, step after step") {
  for (const AddressingRow& row : addressing_rows()) {
    rc::prop(row.info.name, [&row] {
      AddressingSettings settings;
      settings.slots = any_size(3, 12);
      settings.width = any_size(1, 5);
      settings.heads = any_size(1, 3);
      settings.start_weighting = *rc::gen::element(StartWeighting::kOneHot, StartWeighting::kLearned,
                                                   StartWeighting::kDecaying, StartWeighting::kUniform);
      ParameterStore store(1);
      const auto scheme = row.make(settings, store);
      Tape tape;
      tape.begin(store, nullptr);
      const Context context{tape, 2};
      State past = scheme->start(context);
      for (int step = 0; step < 4; ++step) {
        const auto controls = testing::any_numbers(scheme->controls() * settings.heads * 2, -10, 10);
        const auto memory = testing::any_numbers(settings.slots * settings.width * 2, -1, 1);
        const auto focus = scheme->focus(tape.constant(scheme->controls(), settings.heads, 2, controls.data()),
                                         tape.constant(settings.slots, settings.width, 2, memory.data()), past);
        RC_ASSERT(focus.weights.rows == settings.slots);
        RC_ASSERT(focus.weights.cols == settings.heads);
        testing::require_on_simplex(focus.weights);
        past = focus.state;
      }
    });
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
