// Padding gets no weight from any normaliser; and keys and slots may differ in width.

#include <rapidcheck/catch.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/support/generators.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::any_size;
using testing::numbers;
using testing::Plain;

Settings defaults(const PartInfo& row) {
  Settings settings;
  for (const Option& option : row.options) settings.set(option.name, option.value);
  settings.set("memory.similarity", row.name);
  return settings;
}

}  // namespace

TEST_CASE("a masked slot has no weight and no gradient, and the others what they have without it") {
  for (const NormaliserRow& row : normaliser_rows())
    rc::prop(row.info.name, [&] {
      const auto normaliser = row.make(defaults(row.info));
      const size_t there = any_size(1, 12), padding = any_size(1, 5), slots = there + padding;
      const auto values = testing::any_numbers(slots, -3, 3);
      std::vector<Real> ones(there, 1), gradient(slots, 0);
      ones.resize(slots, 0);
      const ParameterStore none(0);
      Real recorded = 0;
      Tape tape;
      tape.begin(none, &recorded);
      const Var scores = tape.variable(slots, 1, 1, values.data(), gradient.data());
      const Var masked = normaliser->weights(scores, tape.constant(slots, 1, 1, ones.data()));
      const auto got = numbers(masked);
      const auto alone = numbers(normaliser->weights(rows(scores, 0, there)));
      for (size_t n = 0; n < there; ++n) RC_ASSERT(std::abs(got[n] - alone[n]) < Real(1e-6));
      for (size_t n = there; n < slots; ++n) RC_ASSERT(got[n] == 0);
      std::vector<Real> weights(slots);
      for (size_t n = 0; n < slots; ++n) weights[n] = static_cast<Real>(n + 1);
      tape.backward(sum(multiply(masked, tape.constant(slots, 1, 1, weights.data()))));
      for (size_t n = there; n < slots; ++n) RC_ASSERT(gradient[n] == 0);
    });
}

TEST_CASE("where nothing is there, nothing is looked at") {
  for (const NormaliserRow& row : normaliser_rows()) {
    INFO(row.info.name);
    Plain p;
    const Var scores = p.of(4, 1, 1, {1, 2, 3, 4}), nothing = p.of(4, 1, 1, {0, 0, 0, 0});
    CHECK(numbers(row.make(defaults(row.info))->weights(scores, nothing)) == std::vector<Real>(4, 0));
  }
}

TEST_CASE("a key of another width than the slots goes with every similarity") {
  for (const SimilarityRow& row : similarity_rows()) {
    INFO(row.info.name);
    for (const size_t key_width : {2, 6}) {
      ParameterStore store(1);
      const auto similarity = row.make(defaults(row.info), {4, key_width}, store);
      Tape tape;
      tape.begin(store, nullptr);
      const Var scores = similarity->scores(tape.filled(5, 4, 1, 1), tape.filled(key_width, 3, 1, 1));
      CHECK(scores.rows == 5);
      CHECK(scores.cols == 3);
    }
  }
}

TEST_CASE("a memory prepared for many keys has the scores that it has without") {
  for (const SimilarityRow& row : similarity_rows())
    rc::prop(row.info.name, [&] {
      const size_t slots = any_size(1, 6), width = any_size(1, 4), key_width = any_size(1, 4);
      ParameterStore store(any_size(1, 100));
      const auto similarity = row.make(defaults(row.info), {width, key_width}, store);
      Plain p;
      p.tape.begin(store, nullptr);
      const Var memory = p.any(slots, width, 2, -1, 1), keys = p.any(key_width, 3, 2, -1, 1);
      testing::require_close(numbers(similarity->scores_of(similarity->prepared(memory), keys)),
                             numbers(similarity->scores(memory, keys)), 1e-5);
    });
}

TEST_CASE("scores by place are for as many slots as there are places") {
  const auto& rows = similarity_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [](const auto& r) { return r.info.name == "location"; });
  Settings settings = defaults(row->info);
  settings.set("memory.similarity-places", "3");
  ParameterStore store(1);
  const auto similarity = row->make(settings, {4, 2}, store);
  Tape tape;
  tape.begin(store, nullptr);
  CHECK(similarity->scores(tape.filled(3, 4, 1, 1), tape.filled(2, 1, 1, 1)).rows == 3);
  CHECK_THROWS_WITH(similarity->scores(tape.filled(4, 4, 1, 1), tape.filled(2, 1, 1, 1)),
                    "memory.similarity-places: got 3, and 4 slots to look at; as many are needed");
}

}  // namespace tapehead::inline TAPEHEAD_REAL
