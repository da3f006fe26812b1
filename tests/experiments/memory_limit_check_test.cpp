// A model's estimate of an episode's memory never exceeds the true amount, and covers most of it for a large memory.

#include "experiments/training/memory_limit_check.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "autodiff/tape/tape.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "experiments/batches/passages.hpp"
#include "tests/support/context.hpp"

namespace tapehead {
namespace {

constexpr size_t kTapeSteps = 16;

/// Large memories, one of each kind and for each addressing scheme.
std::vector<ModelCase> large_machines() {
  std::vector<ModelCase> all;
  for (ModelCase one : small_models()) {
    Settings& s = one.settings;
    if (s.text("model") != "memory-machine" || s.text("controller") != "lstm" || !s.has("memory")) continue;
    if (s.has("memory.similarity-places")) continue;  // which are as many as slots
    if (s.has("memory.slots") && s.has("memory.width")) {
      s.set("memory.slots", "512");
      s.set("memory.width", "16");
    }
    all.push_back(std::move(one));
  }
  return all;
}

Batch answered_at_the_end(const Batch& like) {
  Batch batch;
  batch.resize({like.features(), like.outputs()}, kTapeSteps, 1);
  batch.answers_last = like.answers_last;
  std::fill_n(batch.scored(0, kTapeSteps - 1), batch.outputs(), Real{1});
  return batch;
}

}  // namespace

TEST_CASE("an episode takes what its model's footprint says, and not much more where there are many slots") {
  size_t dense = 0;
  for (const ModelCase& one : large_machines()) {
    INFO(one.name);
    ParameterStore store(1);
    const auto model = make_model(one.settings, checked_spec(one.settings), store);
    const Batch batch = answered_at_the_end(checked_batch(one.settings));
    const Footprint footprint = model->footprint();
    {
      AlignedVector<Real> gradient(store.size());
      Tape tape;
      tape.begin(store, gradient.data());
      tape.backward(objective_of(model->run({tape, 1, testing::noise(), Phase::kTraining}, batch, 0), batch, 0));
      const auto taken = static_cast<double>(tape.bytes_held());
      CHECK(footprint.recorded(kTapeSteps) * sizeof(Real) <= taken);
      const std::string& memory = one.settings.text("memory");
      const bool as_usual = one.name.find('=') == one.name.npos;  // an option may make a look-up keep more
      if (as_usual && (memory == "ntm" || memory == "dnc" || memory == "lru")) {
        CHECK(footprint.recorded(kTapeSteps) * sizeof(Real) >= 0.4 * taken);
        ++dense;
      }
    }
    Tape tape;
    Passages passages;
    (void)passages.run({tape, 1, testing::noise()}, *model, store, batch);
    CHECK((footprint.state + footprint.step) * sizeof(Real) <= static_cast<double>(tape.bytes_held()));
  }
  CHECK(dense >= 5);
}

}  // namespace tapehead
