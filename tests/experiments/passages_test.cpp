// Episodes of any length are scored in memory that does not grow with them, to the same bits.

#include "experiments/scoring/passages.hpp"

#include <catch2/catch.hpp>

#include "catalogue/catalogue.hpp"
#include "catalogue/model_check.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead {
namespace {

/// A small machine of that memory, made as the catalogue's checks make it.
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

/// Inputs at random; the last ten steps are scored.
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

}  // namespace tapehead
