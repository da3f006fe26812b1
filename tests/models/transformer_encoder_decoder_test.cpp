#include <catch2/catch.hpp>

#include <cmath>

#include "tests/support/transformers.hpp"
#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

using testing::largest;
using testing::largest_difference;

TEST_CASE("in float, a Transformer that answers token by token is within 1e-5 of all at once") {
  for (const auto& settings : testing::several_transformers()) {
    const testing::SpeakingTransformer net(settings);
    const Batch batch = testing::some_answers(5, 11, 36);  // more than are taken at a time
    const auto whole = testing::whole_logits(net.model, net.store, batch, 0, batch.episodes);
    const auto told = testing::told_logits(net.model, net.store, batch, 1000);
    CHECK(largest(whole) > 0.1);
    CHECK(largest_difference(told, whole) < 1e-5 * (1 + largest(whole)));
    CHECK(testing::told_logits(net.model, net.store, batch, 3) == told);
  }
}

TEST_CASE("a batch of sources and answers of several lengths is as its episodes one by one, to the last bit") {
  for (const auto& settings : testing::several_transformers()) {
    const testing::SpeakingTransformer net(settings);
    const Batch batch = testing::some_answers(6, 9, 7);
    const auto together = testing::whole_logits(net.model, net.store, batch, 0, batch.episodes);
    std::vector<Real> apart;
    for (size_t b = 0; b < batch.episodes; ++b) {
      Batch alone = batch;  // and cut to its own length
      const size_t read = batch.inputs[0].lengths[b];
      alone.inputs[0].resize(batch.inputs[0].shape, read, batch.episodes);
      for (size_t t = 0; t < read; ++t) alone.inputs[0].token(b, t) = batch.inputs[0].token(b, t);
      const auto logits = testing::whole_logits(net.model, net.store, alone, b, 1);
      apart.insert(apart.end(), logits.begin(), logits.end());
    }
    CHECK(apart == together);
  }
}

TEST_CASE("what is not yet said changes no answer before it") {
  const testing::SpeakingTransformer net(testing::several_transformers()[0]);
  Batch batch = testing::some_answers(1, 5, 8);
  const auto before = testing::whole_logits(net.model, net.store, batch, 0, 1);
  constexpr size_t kChanged = 5;
  batch.inputs[1].token(0, kChanged) = (batch.inputs[1].token(0, kChanged) + 1) % testing::kSaidKinds;
  const auto after = testing::whole_logits(net.model, net.store, batch, 0, 1);
  const auto until = static_cast<std::ptrdiff_t>(kChanged * testing::kSaidKinds);
  CHECK(std::equal(before.begin(), before.begin() + until, after.begin()));
  CHECK_FALSE(std::equal(before.begin() + until, before.end(), after.begin() + until));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
