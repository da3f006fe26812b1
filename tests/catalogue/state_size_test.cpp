// How many numbers a model carries from step to step: what is told, against its states.

#include "models/state_size.hpp"

#include <catch2/catch.hpp>

#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "tests/support/context.hpp"

namespace tapehead {
namespace {

struct Sized {
  ParameterStore store{1};
  std::unique_ptr<Model> model;
  StateSize size;

  explicit Sized(const Settings& settings) {
    const Spec spec = checked_spec(settings);
    model = make_model(settings, spec, store);
    if (const RecurrentModel* const in_steps = model->in_steps()) size = state_size(*in_steps, store, spec);
  }
};

/// The numbers of the settled states after 0, 1 … steps.
std::vector<size_t> settled_numbers(const Sized& made, const Batch& batch, size_t steps) {
  Tape tape;
  tape.begin(made.store, nullptr);
  const Context context{tape, 1, testing::noise()};
  const RecurrentModel& model = *made.model->in_steps();
  State state = model.start(at_start_of(context, batch, 0));
  std::vector<size_t> counted = {numbers_of(model.settled(tape, state))};
  for (size_t t = 0; t < steps; ++t) {
    const size_t at = t % batch.steps();
    state = model.step(context, batch.inputs[0].on(tape, 0, 1, at, at + 1), state).state;
    counted.push_back(numbers_of(model.settled(tape, state)));
  }
  return counted;
}

bool is_sparse(const Settings& settings) {
  return settings.has("memory") && settings.text("memory").starts_with("sparse");
}

}  // namespace

TEST_CASE("every model's state has as many numbers as it says, at every step") {
  size_t growing = 0, constant = 0;
  for (const ModelCase& one : small_models()) {
    if (is_sparse(one.settings)) continue;
    INFO(one.name);
    const Sized made(one.settings);
    if (!made.model->in_steps()) continue;
    const auto counted = settled_numbers(made, checked_batch(one.settings), 4);
    for (size_t t = 0; t < counted.size(); ++t) CHECK(counted[t] == made.size.after(t));
    CHECK(made.size.touched(3) == made.size.after(3));
    ++(made.size.each_step > 0 ? growing : constant);
  }
  CHECK(growing > 10);
  CHECK(constant > 50);
}

TEST_CASE("a sparse memory holds its rows and when each was accessed, and a step leaves most of them alone") {
  size_t checked = 0;
  for (const ModelCase& one : small_models()) {
    if (!is_sparse(one.settings) || one.settings.text("memory") != "sparse" ||
        one.settings.text("model") != "memory-machine")
      continue;
    INFO(one.name);
    const Sized made(one.settings);
    if (made.size.each_step > 0) continue;  // of a controller that attends to its own past
    ++checked;
    const size_t slots = one.settings.size("memory.slots");
    // Once all slots are written the settled state has each row, its slot, and the slots in order of access.
    CHECK(settled_numbers(made, checked_batch(one.settings), 40).back() == made.size.numbers + slots);
    Settings large = one.settings;
    large.set("memory.slots", "1000");
    const Sized larger(large);
    const size_t row = one.settings.size("memory.width") + 1;
    CHECK(larger.size.numbers - made.size.numbers == (1000 - slots) * row);
    CHECK(larger.size.touched(0) < larger.size.numbers / 10);
  }
  CHECK(checked > 3);
}

}  // namespace tapehead
