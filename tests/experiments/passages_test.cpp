// Episodes of any length are scored in constant memory, with the same bits.

#include "experiments/batches/passages.hpp"

#include <catch2/catch.hpp>

#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead {
namespace {

/// A small machine with that memory, made as in the catalogue's checks.
struct Machine {
  explicit Machine(const std::string& memory) {
    for (const ModelCase& one : small_models())
      if (!model && one.settings.has("memory") && one.settings.text("memory") == memory)
        model = make_model(one.settings, checked_spec(one.settings), store);
    REQUIRE(model);
  }
  ParameterStore store{1};
  std::unique_ptr<Model> model;
};

/// Random inputs; the last ten steps are scored.
Batch long_batch(const Batch& like, size_t steps, size_t episodes) {
  Batch batch;
  batch.resize({like.features(), like.outputs()}, steps, episodes);
  Stream stream(3, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : batch.inputs[0].values) x = static_cast<Real>(stream.bits() & 1);
  for (size_t b = 0; b < episodes; ++b)
    for (size_t t = steps - 10; t < steps; ++t) std::fill_n(batch.scored(b, t), batch.outputs(), Real{1});
  return batch;
}

Batch small_batch() {
  Settings settings;
  settings.set("model", "memory-machine");
  return checked_batch(settings);
}

}  // namespace

TEST_CASE("an episode of several passages is answered as in one, bit for bit") {
  for (const char* memory : {"ntm", "dnc", "lru"}) {
    INFO(memory);
    const Machine machine(memory);
    const size_t most = passage_steps(*machine.model, 64, small_batch().outputs());
    const Batch batch = long_batch(small_batch(), 2 * most + 3, 64);
    Tape tape;
    Passages passages;
    const auto in_passages =
        testing::numbers(passages.run({tape, 64, testing::noise()}, *machine.model, machine.store, batch).logits);
    tape.begin(machine.store, nullptr);
    CHECK(in_passages == testing::numbers(machine.model->run({tape, 64, testing::noise()}, batch, 0).logits));
  }
}

TEST_CASE("100,000 steps take no more memory than 20,000") {
  const Machine machine("ntm");
  const auto held = [&](size_t steps) {
    Tape tape;
    Passages passages;
    const Answers answers =
        passages.run({tape, 1, testing::noise()}, *machine.model, machine.store, long_batch(small_batch(), steps, 1));
    CHECK(answers.steps.size() == 10);
    for (const Real x : testing::numbers(answers.logits)) CHECK(std::isfinite(x));
    return tape.bytes_held();
  };
  CHECK(held(100000) == held(20000));
}

TEST_CASE("steps that are one of a million tokens are as many as they may be") {
  constexpr size_t kTokens = 1000000, kSteps = 4500, kBreak = 1000;  // more numbers in all than 32 bits count
  Settings settings;
  for (const ModelCase& one : small_models())
    if (one.name == "memory-machine lstm lru") settings = one.settings;
  REQUIRE(settings.has("controller"));
  settings.set("controller.size", "1");
  const Spec spec = Spec::of_tokens(kTokens, 2);
  ParameterStore store(1);
  const auto model = make_model(settings, spec, store);
  Batch batch;
  batch.resize(spec, kSteps, 1);
  for (size_t t = 0; t < kSteps; ++t) batch.inputs[0].token(0, t) = static_cast<uint32_t>((t * 7919) % kTokens);
  for (size_t t = kSteps - 300; t < kSteps; ++t) batch.ask(0, t, t % 2);
  Tape tape;
  const Context context{tape, 1, testing::noise()};
  tape.begin(store, nullptr);
  const auto whole = testing::numbers(model->run(context, batch, 0).logits);
  tape.begin(store, nullptr);
  const RecurrentModel& steps = *model->in_steps();
  const State before = steps.pass(context, batch, 0, {0, kBreak}, steps.start(context)).state;
  CHECK(whole == testing::numbers(steps.pass(context, batch, 0, {kBreak, kSteps}, before).answers.logits));
}

}  // namespace tapehead
