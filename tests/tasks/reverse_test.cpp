#include "tasks/bits/reverse.hpp"

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

TEST_CASE("reverse: vectors, a delimiter, and the vectors from the last to the first") {
  const size_t bits = GENERATE(1, 8), length = GENERATE(1, 2, 5, 20);
  const ReverseTask task({bits, 1, 20});
  CHECK(task.spec().features() == bits + 1);
  CHECK(task.spec().outputs() == bits);
  const Batch batch = sampled(task, {6, Split::kTrain, 11, 3}, {static_cast<uint32_t>(length)});
  REQUIRE(batch.features() == bits + 1);
  REQUIRE(batch.outputs() == bits);
  REQUIRE(batch.steps() == 2 * length + 1);
  for (size_t b = 0; b < 3; ++b) {
    std::vector<std::vector<Real>> left;
    for (size_t t = 0; t < batch.steps(); ++t) {
      CHECK(batch.input(b, t)[bits] == (t == length ? 1 : 0));
      CHECK(are_bits(batch, b, t, bits));
      CHECK(all_scored(batch, b, t, t > length));
      if (t < length) {
        left.push_back(input_of(batch, b, t, bits));
      } else {
        CHECK(input_of(batch, b, t, bits) == std::vector<Real>(bits, 0));
        if (t == length) continue;
        CHECK(target_of(batch, b, t) == left.back());
        left.pop_back();
      }
    }
    CHECK(left.empty());
  }
}

TEST_CASE("reverse: lengths are uniform, a curriculum opens them, and bits are fair") {
  const ReverseTask task({8, 3, 12});
  const auto counts = shape_counts(task, 20000);
  CHECK(counts.size() == 10);
  for (const auto& [shape, count] : counts) CHECK(is_likely(static_cast<double>(count), 20000, 0.1));
  CHECK(shape_counts(task, 500, {0, 0.2}).rbegin()->first[0] == 4);
  const Batch batch = sampled(task, {3}, 4000);
  for (size_t t = 0; t < 3; ++t) {
    double ones = 0;
    for (size_t b = 0; b < 4000; ++b) ones += batch.input(b, t)[t];
    CHECK(is_likely(ones, 4000, 0.5));
  }
}

TEST_CASE("reverse: limits in the wrong order are refused") {
  CHECK_THROWS_AS(ReverseTask({8, 5, 3}), InputError);
  CHECK_THROWS_WITH(ReverseTask({8, 5, 3}), "task.min-length: got 5; at most task.max-length (3) is needed");
}
