#include "tasks/bits/sort.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

/// The vector as a number, the first channel its highest digit.
unsigned long number(const std::vector<Real>& bits) {
  unsigned long n = 0;
  for (const Real bit : bits) n = 2 * n + (bit == 1);
  return n;
}

}  // namespace

TEST_CASE("sort: vectors, a delimiter, and the vectors in ascending order, each as often as it came") {
  const size_t bits = GENERATE(1, 3, 8, 40), length = GENERATE(1, 2, 10, 20);  // few bits: equal ones are many
  const SortTask task({bits, 1, 10});
  CHECK(task.spec().features() == bits + 1);
  CHECK(task.spec().outputs() == bits);
  const Batch batch = sampled(task, {6, Split::kTrain, 11, 5}, {static_cast<uint32_t>(length)});
  REQUIRE(batch.features() == bits + 1);
  REQUIRE(batch.outputs() == bits);
  REQUIRE(batch.steps() == 2 * length + 1);
  for (size_t b = 0; b < 5; ++b) {
    std::vector<unsigned long> in, out;
    for (size_t t = 0; t < batch.steps(); ++t) {
      CHECK(batch.input(b, t)[bits] == (t == length ? 1 : 0));
      CHECK(are_bits(batch, b, t, bits));
      CHECK(all_scored(batch, b, t, t > length));
      if (t < length)
        in.push_back(number(input_of(batch, b, t, bits)));
      else
        CHECK(input_of(batch, b, t, bits) == std::vector<Real>(bits, 0));
      if (t > length) out.push_back(number(target_of(batch, b, t)));
    }
    std::sort(in.begin(), in.end());
    CHECK(out == in);
  }
}

TEST_CASE("sort: lengths are uniform, a curriculum opens them, and bits are fair") {
  const SortTask task({4, 1, 10});
  const auto counts = shape_counts(task, 20000);
  CHECK(counts.size() == 10);
  for (const auto& [shape, count] : counts) CHECK(is_likely(static_cast<double>(count), 20000, 0.1));
  CHECK(shape_counts(task, 500, {0, 0.2}).rbegin()->first[0] == 2);
  const Batch batch = sampled(task, {4}, 4000);
  for (size_t t = 0; t < 4; ++t) {
    double ones = 0;
    for (size_t b = 0; b < 4000; ++b) ones += batch.input(b, t)[t];
    CHECK(is_likely(ones, 4000, 0.5));
  }
}

TEST_CASE("sort: limits in the wrong order are refused") {
  CHECK_THROWS_AS(SortTask({8, 5, 3}), InputError);
  CHECK_THROWS_WITH(SortTask({8, 5, 3}), "task.min-length: got 5; at most task.max-length (3) is needed");
}
