#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include "tests/support/numbers.hpp"
#include "tests/support/transformers.hpp"
#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Outputs of the encoder for one source: a column for each token.
std::vector<std::vector<Real>> encoded_source(const testing::SpeakingTransformer& net,
                                              const std::vector<uint32_t>& source) {
  const Spec spec = Spec::of_answers(testing::kSourceKinds, testing::kSaidKinds);
  Batch batch;
  batch.resize(spec, source.size(), 1);
  std::copy(source.begin(), source.end(), &batch.inputs[0].token(0, 0));
  Tape tape;
  tape.begin(net.store, nullptr);
  const Var out = net.model.encode({tape, 1, testing::noise()}, batch, 0);
  std::vector<std::vector<Real>> columns;
  for (size_t t = 0; t < source.size(); ++t) columns.push_back(testing::numbers(tapehead::columns(out, t, 1)));
  return columns;
}

/// How far the outputs for a shuffled source are from the shuffled outputs.
double unlike(const testing::SpeakingTransformer& net) {
  const std::vector<uint32_t> source = {0, 3, 1, 5, 3, 2, 4};
  const std::vector<size_t> order = {4, 2, 6, 0, 5, 3, 1};
  std::vector<uint32_t> shuffled;
  for (const size_t i : order) shuffled.push_back(source[i]);
  const auto before = encoded_source(net, source), after = encoded_source(net, shuffled);
  double most = 0;
  for (size_t i = 0; i < order.size(); ++i)
    most = std::max(most, testing::largest_difference(after[i], before[order[i]]));
  return most;
}

}  // namespace

TEST_CASE("a Transformer that answers token by token is all at once, to rounding") {
  for (const auto& settings : testing::several_transformers()) {
    const testing::SpeakingTransformer net(settings);
    const Batch batch = testing::some_answers(4, 9, 34);
    const auto whole = testing::whole_logits(net.model, net.store, batch, 0, batch.episodes);
    const auto told = testing::told_logits(net.model, net.store, batch, 7);
    CHECK(testing::largest_difference(told, whole) < 1e-10 * (1 + testing::largest(whole)));
  }
}

TEST_CASE("without positions an encoder is equivariant to permutations, with them it is not") {
  for (const NormPlace norm : {NormPlace::kPre, NormPlace::kPost})
    for (const Positions positions : {Positions::kSinusoidal, Positions::kLearned, Positions::kNone}) {
      auto settings = testing::several_transformers()[0];
      settings.norm = norm;
      settings.positions = positions;
      const testing::SpeakingTransformer net(settings);
      if (positions == Positions::kNone)
        CHECK(unlike(net) < 1e-12);
      else
        CHECK(unlike(net) > 1e-2);
    }
}

TEST_CASE("without positions an answer does not depend on the order of the source, with them it does") {
  for (const Positions positions : {Positions::kSinusoidal, Positions::kLearned, Positions::kNone}) {
    auto settings = testing::several_transformers()[0];
    settings.positions = positions;
    const testing::SpeakingTransformer net(settings);
    Batch batch = testing::some_answers(1, 7, 5);
    const auto before = testing::whole_logits(net.model, net.store, batch, 0, 1);
    std::reverse(batch.inputs[0].tokens.begin(), batch.inputs[0].tokens.end());
    const double change = testing::largest_difference(testing::whole_logits(net.model, net.store, batch, 0, 1), before);
    if (positions == Positions::kNone)
      CHECK(change < 1e-12);
    else
      CHECK(change > 1e-3);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
