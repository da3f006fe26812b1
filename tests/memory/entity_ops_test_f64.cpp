// The entity network's fused ops against the elementary ops that compose them.

#include "memory/entity/ops.hpp"

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

constexpr size_t kStateWidth = 19, kEntities = 3,
                 kStories = 2;  // a width that leaves some numbers over from whole registers

OpInput input(const char* name, size_t rows, size_t cols, double low = -1, double high = 1) {
  return {name, rows, cols, low, high, 0, 0, true};
}

/// x(·, i) for each slot of each story, from one column a story, or one a slot.
Var for_each_slot(Var x, bool of_story) {
  std::vector<Var> parts;
  for (size_t e = 0; e < kStories; ++e)
    for (size_t j = 0; j < kEntities; ++j) parts.push_back(columns(x, of_story ? e : j, 1));
  return beside(parts);
}

Var composed_update(In in, bool normalize) {
  const auto [state, gates, from_state, from_keys, from_sentences, slopes] =
      std::array{in[0], in[1], in[2], in[3], in[4], in[5]};
  const Var z = add(add(from_state, for_each_slot(from_keys, false)), for_each_slot(from_sentences, true));
  const Var positive = relu(z);
  const Var candidate = add(positive, multiply(slopes, subtract(z, positive)));
  std::vector<Var> gate;
  for (size_t e = 0; e < kStories; ++e)
    for (size_t j = 0; j < kEntities; ++j) gate.push_back(rows(columns(gates, e, 1), j, 1));
  const Var u = add(state, multiply(beside(gate), candidate));
  return normalize ? multiply(u, inverse_sqrt(shift(sum_rows(square(u)), Real(1e-8)))) : u;
}

}  // namespace

TEST_CASE("entity_gates is what its elementary ops give") {
  testing::check_twins([](Tape&, In in) { return entity_gates(in[0], in[1], in[2]); },
                       [](Tape&, In in) {
                         const Var sentences = for_each_slot(in[2], true), keys = for_each_slot(in[1], false);
                         return sigmoid(reshape(sum_rows(multiply(sentences, add(in[0], keys))), kEntities, kStories));
                       },
                       {input("state", kStateWidth, kEntities * kStories), input("keys", kStateWidth, kEntities),
                        input("sentences", kStateWidth, kStories)});
}

TEST_CASE("entity_update is what its elementary ops give") {
  for (const bool normalize : {true, false})
    testing::check_twins(
        [=](Tape&, In in) {
          return entity_update({in[0], in[1], in[2], in[3], in[4], in[5], normalize});
        },
        [=](Tape&, In in) { return composed_update(in, normalize); },
        {input("state", kStateWidth, kEntities * kStories), input("gates", kEntities, kStories, 0, 1),
         input("from state", kStateWidth, kEntities * kStories), input("from keys", kStateWidth, kEntities),
         input("from sentences", kStateWidth, kStories), input("slopes", kStateWidth, 1, -0.5, 1.5)});
}

TEST_CASE("the entity ops refuse what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto ones = [&](size_t rows, size_t cols, size_t batch = 1) { return tape.filled(rows, cols, batch, 1); };
  const Var state = ones(4, 6), keys = ones(4, 3), sentences = ones(4, 2), gates = ones(3, 2), slopes = ones(4, 1);
  CHECK_NOTHROW(entity_gates(state, keys, sentences));
  CHECK_THROWS_AS(entity_gates(ones(4, 5), keys, sentences), ShapeError);
  CHECK_THROWS_AS(entity_gates(state, ones(5, 3), sentences), ShapeError);
  CHECK_THROWS_AS(entity_gates(ones(4, 6, 2), keys, sentences), ShapeError);
  CHECK_NOTHROW(entity_update({state, gates, state, keys, sentences, slopes, true}));
  CHECK_THROWS_AS(entity_update({state, ones(2, 3), state, keys, sentences, slopes, true}), ShapeError);
  CHECK_THROWS_AS(entity_update({state, gates, ones(4, 5), keys, sentences, slopes, true}), ShapeError);
  CHECK_THROWS_AS(entity_update({state, gates, state, ones(4, 2), sentences, slopes, true}), ShapeError);
  CHECK_THROWS_AS(entity_update({state, gates, state, keys, sentences, ones(1, 4), true}), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
