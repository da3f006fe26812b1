#pragma once
// A layer of the long short-term memory-network: LSTM cells that attend to all their past states instead of the last
// one, and optionally to another sequence's (Cheng, Dong & Lapata 2016, "Long short-term memory-networks for machine
// reading").

#include <optional>
#include <span>

#include "autodiff/tape/recurrent.hpp"
#include "autodiff/tape/scope.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Additive attention over memory tapes, with parameters of its own and as many hidden units as the tapes have rows:
/// used for a layer's own past (eq. 4) and for another sequence (eq. 10).
class TapeAttention final {
 public:
  /// below: features of the input from below.
  TapeAttention(const Scope& scope, size_t size, size_t below);

  /// A step's key: W·h, size×1.
  Var key(Var hidden) const;
  /// [h̃; c̃] as size×2 of what the steps left behind: keys, and hidden beside cell states. before: h̃ of the step
  /// before; there and weights: as in attend_additively() (attention/fused/attend_additively.hpp).
  Var summary(std::span<const Var> below, Var before, std::span<const Var> keys, std::span<const Var> memory,
              std::optional<Var> there, Var* weights) const;

 private:
  Parameter key_, query_, score_;
};

struct LstmnOther {
  TAPEHEAD_VALUES(other_summary);  ///< γ̃
};
struct LstmnState {
  TAPEHEAD_VALUES(summary);  ///< h̃
};
/// For each step.
struct LstmnTapes {
  TAPEHEAD_LISTS(keys, memory);  ///< its key; its (h, c), size×2
};

/// At each step
///   aᵢ = vᵀ·tanh(W_h·hᵢ + W_x·xₜ + W_h̃·h̃ₜ₋₁), s = softmax(a), [h̃; c̃] = Σᵢ sᵢ·[hᵢ; cᵢ]         (eq. 4 to 6)
///   i, f, o = σ, ĉ = tanh of W·[x; h̃; 1], c = f∘c̃ + i∘ĉ, h = o∘tanh(c)                       (eq. 7 to 9)
/// over all steps before, and the state before the first as one more: (h₀, c₀), learned, from zero; h̃₀ = h₀. With deep
/// fusion, over the γ and α of another sequence's steps (the hidden and cell states that it left behind),
///   bⱼ = uᵀ·tanh(W_γ·γⱼ + W_x·xₜ + W_γ̃·γ̃ₜ₋₁), [γ̃; α̃] = Σⱼ softmax(b)ⱼ·[γⱼ; αⱼ]               (eq. 10 to 12)
///   r = σ(W_r·[x; γ̃; 1]), c = r∘α̃ + f∘c̃ + i∘ĉ                                                (eq. 13 and 14)
/// where γ̃ starts at zero.
/// The cells' weights start as an LSTM's (controllers/lstm.hpp), all others within Glorot & Bengio's bound, biases at
/// 0. The state: with deep fusion LstmnOther, then LstmnState, then LstmnTapes.
class LstmnLayer final {
 public:
  /// below: features of the input from below, of which the first `apart` start with a bound of their own, as an LSTM's
  /// x.
  LstmnLayer(const Scope& scope, size_t size, size_t below, size_t apart, bool deep = false);

  StateNames state_names() const;
  State start(const Context& context) const;

  /// Another sequence to attend to.
  struct Others {
    std::span<const Var> keys;    ///< other_key() of the hidden states, one for each step
    std::span<const Var> memory;  ///< hidden beside cell states
    Var there;                    ///< steps×1, 1 for a step, 0 in the padding
  };
  Var other_key(Var hidden) const { return inter_->attention.key(hidden); }

  struct Step {
    Var hidden;  ///< h, size×1
    State state;
    Var weights;        ///< of the steps before, the start state first: steps×1
    Var other_weights;  ///< over the other sequence's steps, where there is one
  };
  /// below: the inputs, one below the other. others: with deep fusion, else nullptr.
  Step step(const Context& context, std::span<const Var> below, const State& past,
            const Others* others = nullptr) const;

  struct Passed {
    std::span<const Var> hidden;  ///< h of each step
    std::span<const Var> memory;  ///< (h, c) of each, size×2
    State state;                  ///< after the last
  };
  /// A whole sequence from start() on, of a layer without deep fusion: one input vector a step.
  Passed pass(const Context& context, std::span<const Var> below) const;

 private:
  /// What the states of all layers have in common.
  State own(const State& state) const { return inter_ ? state.after<LstmnOther>() : state; }

  struct Inter {
    TapeAttention attention;
    Parameter gate;
  };

  size_t size_;
  Parameter weights_;
  TapeAttention intra_;
  Parameter h_, c_;
  std::optional<Inter> inter_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
