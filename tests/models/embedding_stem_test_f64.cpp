#include "models/machine/embedding_stem.hpp"

#include <catch2/catch.hpp>

#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("an embedding makes of each token its own vector, and zeros of none") {
  constexpr size_t kTokens = 5, kSize = 3;
  ParameterStore store(1);
  const EmbeddingStem stem(store, kSize, Spec::of_tokens(kTokens, 2));
  CHECK(stem.size() == kSize);
  REQUIRE(store.entries().size() == 1);
  const auto& table = store.entries()[0];
  REQUIRE(table.size() == kSize * kTokens);
  const std::vector<uint32_t> tokens{4, kNoToken, 0, 4};
  Tape tape;
  tape.begin(store, nullptr);
  const auto seen = testing::numbers(stem(tape, tape.tokens(kTokens, tokens.size(), 1, tokens.data())));
  REQUIRE(seen.size() == kSize * tokens.size());
  for (size_t t = 0; t < tokens.size(); ++t)
    for (size_t j = 0; j < kSize; ++j) {
      INFO("step " << t << ", number " << j);
      CHECK(seen[t * kSize + j] == (tokens[t] == kNoToken ? 0 : store.data(table)[tokens[t] * kSize + j]));
    }
}

TEST_CASE("vectors of very many tokens begin as wide apart as those of few") {
  for (const size_t tokens : {50, 20000}) {
    ParameterStore store(1);
    const EmbeddingStem stem(store, 40, Spec::of_tokens(tokens, 2));
    const auto& table = store.entries()[0];
    double squares = 0;
    for (size_t i = 0; i < table.size(); ++i) squares += store.data(table)[i] * store.data(table)[i];
    CHECK(std::sqrt(squares / static_cast<double>(table.size())) == Approx(1).epsilon(0.1));
  }
}

TEST_CASE("an embedding wants tokens") {
  ParameterStore store(1);
  CHECK_THROWS_AS(EmbeddingStem(store, 3, Spec(9, 2)), InputError);
  CHECK_THROWS_WITH(EmbeddingStem(store, 3, Spec(9, 2)),
                    "model.stem: got embedding, and a task whose steps are 9 numbers; none, or a task of tokens is "
                    "needed, such as key-value-recall");
}

}  // namespace tapehead::inline TAPEHEAD_REAL
