#pragma once
// The memory of the Token Turing machine (Ryoo, Gopalakrishnan, Kahatapitiya, Xiao, Rao, Stone, Lu, Ibarz & Arnab 2023,
// "Token Turing machines", section 3).

#include "autodiff/tape/scope.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct TokenTuringSettings {
  size_t slots = 32, width = 16;  ///< tokens of the memory, and numbers of each
  size_t tokens = 2;              ///< that a step brings
  size_t reads = 2;               ///< tokens read a step
  size_t hidden = 32;             ///< units of the networks that weigh tokens
};

struct TokenTuringState {
  TAPEHEAD_VALUES(reads, memory);  ///< memory: width×slots
};

/// S_k(V) = V·softmax(A)ᵀ, A = W₂·[gelu(W₁·[V + P; 1]); 1] (k×tokens, softmax over the tokens): k tokens, each a mean
/// of all of V (eqs. 2 and 4). P has learned places for the tokens.
class TokenSummary final {
 public:
  TokenSummary(const Scope& scope, size_t width, size_t tokens, size_t hidden, size_t summaries);

  struct Summed {
    Var tokens, weights;  ///< width×summaries; tokens×summaries, columns sum to 1
  };
  Summed operator()(Var tokens) const;  ///< width×tokens

 private:
  Parameter places_, hidden_, weights_;
};

/// A step's tokens I are written, M ← S_slots([M, I]) (eq. 3), then read, Z = S_reads([M, I]) (eq. 1). The paper reads
/// before it writes, and writes what was made of Z with the rest; here what is made of Z comes with the next step's
/// controls. Places are seen by the weights alone, so that what is stored stays within the hull of what was written,
/// instead of moving on by a mean of places each step. Controls: the step's tokens.
class TokenTuringMemory final : public Memory {
 public:
  TokenTuringMemory(const Scope& scope, const TokenTuringSettings& settings);

  size_t controls() const override { return settings_.width * settings_.tokens; }
  size_t reads() const override { return settings_.width * settings_.reads; }
  void add_start_biases(std::span<Real>) const override {}
  size_t cost() const override { return (settings_.width + settings_.slots) * settings_.slots; }
  Footprint footprint() const override;
  StateNames state_names() const override { return names_of<TokenTuringState>(); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;

 private:
  TokenTuringSettings settings_;
  TokenSummary written_, read_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
