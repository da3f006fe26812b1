// Batches of named streams: several inputs, each with lengths of its own, beside a target of another length.

#include <catch2/catch.hpp>

#include "attention/content_lookup.hpp"
#include "attention/normalisers/softmax_normaliser.hpp"
#include "attention/scores/dot_similarity.hpp"
#include "autodiff/base/error.hpp"
#include "tasks/batch/batch.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A picture to look at and words read so far; words are asked for.
Spec captions() { return {{pictures("picture", {2, 3, 1}), tokens("words", 30000)}, tokens("target", 30000)}; }

Batch two_captions() {
  Batch batch;
  batch.resize(captions(), 1, 2);
  batch.inputs[1].resize(captions().inputs()[1], 4, 2);
  batch.resize_target(captions().target, 5);
  batch.inputs[1].lengths = {4, 2};
  for (size_t b = 0; b < 2; ++b) {
    for (size_t i = 0; i < 6; ++i) batch.inputs[0].values[b * 6 + i] = static_cast<Real>(b + i);
    for (size_t t = 0; t < batch.inputs[1].lengths[b]; ++t) {
      batch.inputs[1].token(b, t) = static_cast<uint32_t>(29990 + t);
      batch.ask(b, t + 1, static_cast<uint32_t>(29991 + t));
    }
  }
  return batch;
}

}  // namespace

TEST_CASE("streams: inputs of two kinds and a target have lengths of their own") {
  const Batch batch = two_captions();
  CHECK(batch.input("picture").shape.layout == Layout{2, 3, 1});
  CHECK(batch.input("picture").steps == 1);
  CHECK(batch.input("words").steps == 4);
  CHECK(batch.steps() == 5);
  CHECK(batch.answers() == 6);
  CHECK_FALSE(batch.any_scored(0));
  CHECK(batch.target.token(1, 4) == kNoToken);
  CHECK(batch.input("words").tokens.size() == 8);  // no array is as wide as the vocabulary
  CHECK(batch.input("words").values.empty());
  CHECK_THROWS_AS(batch.input("sound"), std::out_of_range);
  CHECK_THROWS_AS(
      Spec({vectors("a", 1), vectors("b", 1), vectors("c", 1), vectors("d", 1), vectors("e", 1)}, vectors("target", 1)),
      std::invalid_argument);
}

TEST_CASE("streams: on a tape they are the steps that are asked for, and no others") {
  const Batch batch = two_captions();
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  CHECK(testing::numbers(batch.input("picture").on(tape, 1, 1, 0, 1)) == std::vector<Real>{1, 2, 3, 4, 5, 6});
  const Var words = batch.input("words").on(tape, 0, 2, 1, 3);
  CHECK(words.cols == 2);
  CHECK(tape.token(words, 0, 1) == 29992);
  CHECK(tape.token(words, 1, 1) == kNoToken);
  CHECK_THROWS_AS(batch.input("words").on(tape, 0, 2, 3, 5), ShapeError);
  CHECK_THROWS_AS(rows(words, 0, 10), ShapeError);
}

TEST_CASE("streams: their padding gets no weight where they are attended to") {
  const Batch batch = two_captions();
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var mask = batch.input("words").mask_on(tape, 0, 2, 0, 4);
  CHECK(testing::numbers(mask) == std::vector<Real>{1, 1, 1, 1, 1, 1, 0, 0});
  const ContentLookup lookup(std::make_unique<DotSimilarity>(), std::make_unique<SoftmaxNormaliser>(), false);
  const Var annotations = tape.filled(4, 3, 2, 1), key = tape.filled(3, 1, 2, 1), strength = tape.filled(1, 1, 2, 1);
  CHECK(testing::numbers(lookup.weights(annotations, key, strength, &mask)) ==
        std::vector<Real>{0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0, 0});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
