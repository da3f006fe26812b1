// How many numbers a model carries from step to step: what is told, against its states.

#include "models/state_size.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "models/speaker.hpp"
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
    size = state_size(*model, store, spec);
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

/// How many numbers there are in an episode's state after so many steps, of a model that does not say answers.
size_t numbers_after(const Sized& made, const Batch& batch, size_t steps) {
  Tape tape;
  tape.begin(made.store, nullptr);
  const Context context{tape, 1, testing::noise()};
  return numbers_of(made.model->state_after(context, batch, 0, steps));
}

/// The words of an episode's first statements.
size_t words_of(const Batch& batch, size_t statements) {
  size_t words = 0;
  for (size_t s = 0; s < statements; ++s) words += batch.stories()[0].statements[s].size();
  return words;
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

TEST_CASE("models that say an answer tell their states after the whole source and after each token said") {
  std::map<std::string, size_t> read_at_once, read_in_steps, growing;  // by model
  for (const ModelCase& one : small_models()) {
    if (is_sparse(one.settings) || !listens(one.settings)) continue;
    INFO(one.name);
    const Sized made(one.settings);
    const Batch batch = checked_batch(one.settings);
    const Speaker& speaker = *made.model->speaks();
    Tape tape;
    tape.begin(made.store, nullptr);
    const Context context{tape, 1, testing::noise()};
    const size_t steps = batch.inputs[kSourceInput].lengths[0];
    State state = speaker.listen(context, batch, 0);
    for (size_t said = 0; said < 3; ++said) {
      CHECK(numbers_of(speaker.settled(tape, state)) == made.size.after(steps, said));
      const uint32_t token[] = {static_cast<uint32_t>(said)};
      const Var previous = tape.tokens(batch.inputs[kPreviousInput].width(), 1, 1, token);
      state = speaker.say(context, previous, state).state;
    }
    const std::string model = one.settings.text("model");
    ++(made.size.each_step == 0 ? read_at_once : read_in_steps)[model];
    if (made.size.each_said > 0) ++growing[model];
  }
  CHECK(read_at_once["encoder-decoder"] > 10);
  for (const char* const model : {"encoder-decoder", "transformer-encoder-decoder", "lstmn-encoder-decoder"}) {
    CHECK(read_in_steps[model] > 0);
    CHECK(growing[model] > 0);
  }
}

TEST_CASE("a sparse memory between encoder and decoder holds its rows beside the tape") {
  size_t checked = 0;
  for (const ModelCase& one : small_models()) {
    if (!listens(one.settings) || !is_sparse(one.settings)) continue;
    INFO(one.name);
    Settings large = one.settings;
    large.set("memory.slots", "1000");
    const Sized small(one.settings), larger(large);
    CHECK(larger.size.numbers - small.size.numbers >=
          (1000 - one.settings.size("memory.slots")) * one.settings.size("memory.width"));
    CHECK(larger.size.touched(0) < larger.size.numbers / 4);
    ++checked;
  }
  CHECK(checked > 0);
}

TEST_CASE("models of stories tell what they keep of the statements, and of the question") {
  std::map<std::string, size_t> checked;
  for (const ModelCase& one : small_models()) {
    if (!reads_stories(one.settings)) continue;
    INFO(one.name);
    const Sized made(one.settings);
    const Batch batch = checked_batch(one.settings);
    const std::string model = one.settings.text("model");
    const size_t width = one.settings.size("model.width");
    const bool windows = model.starts_with("key-value") && one.settings.text("model.memories") != "sentence";
    const size_t newest = model == "memn2n" ? one.settings.size("model.memory") : 4;              // that are kept
    const bool chosen = one.settings.has("model.hashing") && one.settings.flag("model.hashing");  // by the question
    for (size_t statements = 1; statements <= 4 && !chosen; ++statements)
      CHECK(numbers_after(made, batch, statements) ==
            made.size.after(windows ? words_of(batch, statements) : std::min(statements, newest)));
    ++checked[model];
    if (model == "entity-network") CHECK(made.size.numbers == one.settings.size("model.slots") * width);
    if (model == "entity-network") CHECK(made.size.each_step == 0);
    if (model == "memory-network") CHECK(made.size.each_step == width);
    if (model.starts_with("key-value")) CHECK(made.size.each_step == 2 * width);
    if (model == "memn2n")
      CHECK(made.size.each_step ==
            width * (one.settings.text("model.tying") == "adjacent" ? one.settings.size("model.hops") + 1 : 2));
    if (model == "memn2n" || model.starts_with("key-value")) CHECK(made.size.numbers == width);
  }
  CHECK(checked.size() == 4);
}

TEST_CASE("glimpses carry their core's state, and what the next place is made from") {
  std::map<std::string, size_t> numbers;  // by name
  size_t output = 0;
  for (const ModelCase& one : small_models()) {
    if (one.settings.text("model") != "glimpses" || is_sparse(one.settings)) continue;
    INFO(one.name);
    const Sized made(one.settings);
    const Batch batch = checked_batch(one.settings);
    const bool links = one.settings.text("memory") == "dnc";  // held beside the tape
    const size_t slots = links ? one.settings.size("memory.slots") : 0;
    const size_t beside = links ? slots * slots * one.settings.size("memory.write-heads") : 0;
    for (size_t looks = 1; looks <= one.settings.size("model.glimpses"); ++looks)
      CHECK(numbers_after(made, batch, looks) + beside == made.size.after(looks));
    numbers[one.name] = made.size.numbers;
    if (one.name == "glimpses lstm none")
      CHECK(made.size.numbers == 2 * one.settings.size("controller.layers") * one.settings.size("controller.size"));
    if (one.name == "glimpses feedforward ntm content") output = one.settings.size("controller.size");
  }
  // A feed-forward controller's output is carried on, though it is no part of its state.
  CHECK(numbers.at("glimpses feedforward ntm content") - output ==
        numbers.at("glimpses lstm ntm content") - numbers.at("glimpses lstm none"));
}

TEST_CASE("a classifier carries what its encoder does, and nothing where that takes all at once") {
  size_t step_by_step = 0, at_once = 0, growing = 0;
  for (const ModelCase& one : small_models()) {
    if (one.settings.text("model") != "classifier") continue;
    INFO(one.name);
    const Sized made(one.settings);
    const Batch batch = checked_batch(one.settings);
    const size_t steps = batch.inputs[0].lengths[0];
    CHECK(numbers_after(made, batch, steps) == made.size.after(steps));
    const std::string encoder = one.settings.text("encoder");
    const bool recurrent = encoder == "gru" || encoder == "lstm" || encoder == "lstmn";
    CHECK((made.size.numbers > 0) == recurrent);
    ++(recurrent ? step_by_step : at_once);
    if (made.size.each_step > 0) ++growing;
  }
  CHECK(step_by_step > growing);
  CHECK(growing > 1);
  CHECK(at_once > 5);
}

}  // namespace tapehead
