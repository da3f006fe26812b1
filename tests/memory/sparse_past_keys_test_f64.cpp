// The writes of a sparse memory whose written vectors include the keys of the previous step.

#include <catch2/catch.hpp>

#include "autodiff/ops/ops.hpp"
#include "memory/sparse/sparse.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("with past keys a head writes what it says and the last key of the reading head that it belongs to") {
  constexpr size_t kWidth = 3, kReaders = 2, kBatch = 2, kSteps = 6;
  const size_t writers = GENERATE(1, 2, 3);
  SparseSettings settings;
  settings.slots = 5;
  settings.width = kWidth;
  settings.read_heads = kReaders;
  settings.write_heads = writers;
  settings.reads = 2;
  const SparseMemory told_all(settings);
  settings.write_past_keys = true;
  const SparseMemory adds_keys(settings);
  REQUIRE(adds_keys.controls() == told_all.controls());

  const ParameterStore none(0);
  Tape tape, other;
  tape.begin(none, nullptr);
  other.begin(none, nullptr);
  const Context context{tape, kBatch, testing::noise()}, other_context{other, kBatch, testing::noise()};
  Memory::Step step = testing::started(adds_keys, context), right = testing::started(told_all, other_context);
  const size_t controls = adds_keys.controls(),
               vectors = (kWidth + 1) * kReaders;  // in a column: keys, strengths, those
  std::vector<Real> before(controls * kBatch, 0);
  Stream stream(3, Split::kCheck, Purpose::kTest, 0);
  for (size_t t = 0; t < kSteps; ++t) {
    INFO(writers << " writers, step " << t);
    std::vector<Real> said(controls * kBatch);
    for (Real& x : said) x = stream.uniform(-2, 2);
    std::vector<Real> all = said;
    for (size_t b = 0; b < kBatch; ++b)
      for (size_t h = 0; h < writers; ++h)
        for (size_t j = 0; j < kWidth; ++j)
          all[b * controls + vectors + h * kWidth + j] += before[b * controls + h % kReaders * kWidth + j];
    step = adds_keys.step(context, tape.constant(controls, 1, kBatch, said.data()), step.state);
    right = told_all.step(other_context, other.constant(controls, 1, kBatch, all.data()), right.state);
    CHECK(testing::numbers(step.output) == testing::numbers(right.output));
    before = said;
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
