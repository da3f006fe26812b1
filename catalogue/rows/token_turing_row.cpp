#include "catalogue/rows/memory_rows.hpp"
#include "memory/tokens/token_turing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const Bound<TokenTuringSettings>& token_options() {
  using Tokens = TokenTuringSettings;
  static const Bound<Tokens> all =
      Bound<Tokens>{}
          .integer("memory.slots", &Tokens::slots, 1, 65536, "tokens of the memory (the paper's m)")
          .checked_at("5")
          .integer("memory.width", &Tokens::width, 1, 65536, "numbers a token")
          .checked_at("4")
          .integer("memory.tokens", &Tokens::tokens, 1, 1024, "tokens that a step brings (the paper's n)")
          .integer("memory.reads", &Tokens::reads, 1, 1024, "tokens read a step (the paper's r)")
          .integer("memory.hidden", &Tokens::hidden, 1, 65536, "units of the networks that weigh tokens")
          .checked_at("3");
  return all;
}

}  // namespace

MemoryRow token_turing_row() {
  return {{"token-turing",
           "tokens, each made anew of all of them and of what the step brings",
           "Ryoo et al. 2023, section 3",
           token_options().options(),
           {}},
          [](const Settings& s, const Scope& scope) {
            return std::make_unique<TokenTuringMemory>(scope, token_options().read(s));
          }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
