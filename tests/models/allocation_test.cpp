// Once the longest shape has been seen, a training step allocates nothing.

#include <catch2/catch.hpp>

#include "autodiff/ops/ops.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "tests/support/context.hpp"
#include "tests/support/counting_allocator.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("the allocation counter counts") {
  const size_t before = allocation_count();
  const auto memory = std::make_unique<std::vector<int>>(100);
  CHECK(allocation_count() >= before + 2);
  CHECK(memory->size() == 100);
}

TEST_CASE("a training step of a known shape allocates nothing, for every model") {
  for (const ModelCase& row : small_models()) {
    INFO(row.name);
    ParameterStore store(1);
    const auto model = make_model(row.settings, checked_spec(row.settings), store);
    const Batch batch = checked_batch(row.settings);
    std::vector<Real> gradient(store.size(), 0);
    Tape tape;
    const auto step = [&] {
      tape.begin(store, gradient.data());
      tape.backward(sequence_loss(model->run({tape, batch.episodes, testing::noise()}, batch, 0), batch, 0));
    };
    step();
    step();  // merges the arena's blocks
    const size_t before = allocation_count(), held = tape.bytes_held();
    step();
    const size_t after = allocation_count();
    CHECK(after == before);
    CHECK(tape.bytes_held() == held);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
