// Without a memory, a controller that can process the whole sequence at once does so, with the same results.

#include <catch2/catch.hpp>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "catalogue/check/model_check.hpp"
#include "controllers/transformer.hpp"
#include "memory/no_memory.hpp"
#include "models/machine/memory_machine.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A Transformer restricted to one way of processing: the other is a failure.
class OneWay final : public Controller, public WholeSequence {
 public:
  OneWay(const Scope& scope, size_t x_size, bool at_once)
      : Controller(TransformerController::sizes({})), transformer_(scope, {}, x_size, 0), at_once_(at_once) {}
  State start(const Context& context) const override { return transformer_.start(context); }
  Step step(const Context& context, Columns inputs, const State& past) const override {
    CHECK_FALSE(at_once_);
    return transformer_.step(context, inputs, past);
  }
  Var whole(const Context& context, Var inputs) const override {
    CHECK(at_once_);
    return transformer_.whole(context, inputs);
  }

 private:
  TransformerController transformer_;
  bool at_once_;
};

/// A memory without controls that always reads the number 1.
class AlwaysOne final : public Memory {
 public:
  size_t controls() const override { return 0; }
  size_t reads() const override { return 1; }
  void add_start_biases(std::span<Real>) const override {}
  size_t cost() const override { return 0; }
  State start(const Context& context) const override {
    return State(context.tape, {context.tape.filled(1, 1, context.batch, 1)});
  }
  Step step(const Context&, Columns, const State& past) const override { return {past.as<MemoryState>().reads, past}; }
};

class Steps final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View&) override {
    CHECK(name == "controller/hidden");
    CHECK(value.cols == 1);
    for (const Real x : testing::numbers(value)) seen.push_back(x);
    ++count;
  }
  std::vector<Real> seen;
  size_t count = 0;
};

/// For a model that reads sequences.
const Settings kSequences = [] {
  Settings settings;
  settings.set("model", "memory-machine");
  return settings;
}();

}  // namespace

TEST_CASE("without a memory the sequence is taken at once, with one step by step") {
  const Batch batch = checked_batch(kSequences);
  for (const bool at_once : {true, false}) {
    ParameterStore store(1);
    const MemoryMachine machine(
        store, checked_spec(kSequences),
        [&](const Scope&) -> std::unique_ptr<Memory> {
          if (at_once) return std::make_unique<NoMemory>();
          return std::make_unique<AlwaysOne>();
        },
        [&](const Scope& scope, size_t x_size, size_t read_size) {
          return std::make_unique<OneWay>(scope, x_size + read_size, at_once);
        });
    Tape tape;
    tape.begin(store, nullptr);
    const Answers answers = machine.run({tape, batch.episodes, testing::noise()}, batch, 0);
    CHECK(answers.logits.cols == answers.steps.size());
    for (const uint32_t t : answers.steps) CHECK(batch.any_scored(t));
  }
}

TEST_CASE("answers at once are those of the steps that are scored, and each step is shown") {
  const Batch batch = checked_batch(kSequences);
  ParameterStore store(1);
  const MemoryMachine machine(
      store, checked_spec(kSequences), [](const Scope&) { return std::make_unique<NoMemory>(); },
      [](const Scope& scope, size_t x_size, size_t read_size) {
        return std::make_unique<TransformerController>(scope, TransformerSettings{}, x_size, read_size);
      });
  ParameterStore same(1);
  const TransformerController alone(same, {}, batch.features(), 0);
  Tape tape;
  Steps steps;
  tape.begin(store, nullptr);
  tape.set_watcher(&steps);
  const Answers answers = machine.run({tape, 1, testing::noise()}, batch, 1);
  tape.set_watcher(nullptr);
  CHECK(steps.count == batch.steps());
  const Context context{tape, 1, testing::noise()};
  State state;
  std::vector<Real> hidden, logits;
  const Parameter output{static_cast<uint32_t>(store.entries().size() - 1)};
  REQUIRE(store.entry(output).name == "output/weights");
  for (size_t t = 0; t < batch.steps(); ++t) {
    const Var x = tape.constant(batch.features(), 1, 1, batch.input(1, t));
    const auto step = alone.step(context, x, state);
    state = step.state;
    for (const Real v : testing::numbers(step.output)) hidden.push_back(v);
    if (batch.any_scored(t))
      for (const Real v : testing::numbers(linear(tape.parameter(output), {step.output}))) logits.push_back(v);
  }
  const auto close = [](const std::vector<Real>& got, const std::vector<Real>& right) {
    REQUIRE(got.size() == right.size());
    for (size_t i = 0; i < right.size(); ++i) CHECK(got[i] == Approx(right[i]).margin(1e-5));
  };
  close(steps.seen, hidden);
  close(testing::numbers(answers.logits), logits);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
