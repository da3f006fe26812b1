// The Token Turing machine's memory against its equations in plain loops (Ryoo et al. 2023, section 3).

#include "memory/tokens/token_turing.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/context.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Token = std::vector<double>;

/// A parameter by name, rows×cols.
struct PlainWeights {
  const Real* numbers;
  size_t rows, cols;
  double operator()(size_t r, size_t c) const { return numbers[c * rows + r]; }
};

PlainWeights weights_named(const ParameterStore& store, const std::string& name) {
  for (const auto& entry : store.entries())
    if (entry.name == name) return {store.data(entry), entry.rows, entry.cols};
  throw std::logic_error("no parameter " + name);
}

double plain_gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }

/// k tokens, each a mean of all, weighed by a network of two layers that sees each with its place.
std::vector<Token> summed(const ParameterStore& store, const std::string& name, const std::vector<Token>& tokens) {
  const auto places = weights_named(store, name + "/places"), hidden = weights_named(store, name + "/hidden-weights"),
             out = weights_named(store, name + "/weights");
  std::vector<Token> sums(out.rows, Token(tokens[0].size(), 0));
  for (size_t k = 0; k < out.rows; ++k) {
    std::vector<double> shares;
    double total = 0;
    for (size_t n = 0; n < tokens.size(); ++n) {
      double score = out(k, hidden.rows);
      for (size_t u = 0; u < hidden.rows; ++u) {
        double unit = hidden(u, tokens[n].size());
        for (size_t j = 0; j < tokens[n].size(); ++j) unit += hidden(u, j) * (tokens[n][j] + places(j, n));
        score += out(k, u) * plain_gelu(unit);
      }
      total += shares.emplace_back(std::exp(score));
    }
    for (size_t n = 0; n < tokens.size(); ++n)
      for (size_t j = 0; j < tokens[n].size(); ++j) sums[k][j] += shares[n] / total * tokens[n][j];
  }
  return sums;
}

}  // namespace

TEST_CASE("a Token Turing machine's memory is its equations") {
  constexpr size_t kEpisodes = 2, kMoves = 5;
  const TokenTuringSettings settings{4, 3, 2, 2, 5};
  ParameterStore store(1);
  const TokenTuringMemory memory(store, settings);
  REQUIRE(memory.controls() == 6);
  REQUIRE(memory.reads() == 6);
  Stream stream(3, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : store.values()) x = stream.uniform(-1, 1);
  Tape tape;
  tape.begin(store, nullptr);
  const Context context{tape, kEpisodes, testing::noise()};
  Memory::Step step = testing::started(memory, context);
  std::vector<std::vector<Token>> plain(kEpisodes, std::vector<Token>(settings.slots, Token(settings.width, 0)));
  for (size_t t = 0; t < kMoves; ++t) {
    std::vector<Real> controls(memory.controls() * kEpisodes);
    for (Real& x : controls) x = stream.uniform(-3, 3);
    step = memory.step(context, tape.constant(memory.controls(), 1, kEpisodes, controls.data()), step.state);
    std::vector<double> reads, slots;
    for (size_t b = 0; b < kEpisodes; ++b) {
      std::vector<Token> brought(settings.tokens);
      for (size_t i = 0; i < memory.controls(); ++i)
        brought[i / settings.width].push_back(controls[b * memory.controls() + i]);
      const auto with = [&](std::vector<Token> tokens) {
        tokens.insert(tokens.end(), brought.begin(), brought.end());
        return tokens;
      };
      plain[b] = summed(store, "write", with(plain[b]));
      for (const Token& slot : plain[b]) slots.insert(slots.end(), slot.begin(), slot.end());
      for (const Token& read : summed(store, "read", with(plain[b])))
        reads.insert(reads.end(), read.begin(), read.end());
    }
    testing::check_close(testing::numbers(step.output), reads, "reads");
    testing::check_close(testing::numbers(step.state.as<TokenTuringState>().memory), slots, "memory");
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
