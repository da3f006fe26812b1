#pragma once
// The parts of Transformers: half-layers with normalisation, around self-attention, cross-attention or hidden units
// (Vaswani et al. 2017, section 3).

#include <optional>
#include <span>

#include "attention/fused/multi_head.hpp"
#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/layer_norm.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/context.hpp"
#include "autodiff/tape/scope.hpp"
#include "controllers/activation.hpp"
#include "controllers/placed_attention.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Where the normalisation is.
enum class NormPlace {
  kPre,   ///< pre-norm: x + f(norm(x)), and once more after the last layer (Xiong et al. 2020)
  kPost,  ///< post-norm: norm(x + f(x)) (Vaswani et al. 2017)
};

struct TransformerLayerSettings {
  size_t size = 64;          ///< of a token
  size_t heads = 4;          ///< must divide the size
  size_t feedforward = 256;  ///< hidden units
  Activation activation = Activation::kGelu;
  Real dropout = 0;  ///< of what each half adds, in training; below 1
  NormPlace norm = NormPlace::kPre;
};

/// Layer normalisation with learned gain and bias, from 1 and 0.
class Norm final {
 public:
  Norm() = default;
  Norm(const Scope& scope, size_t size)
      : gain_(scope.add("gain", size, 1, filled(1))), bias_(scope.add("bias", size, 1, zeros())) {}

  Var operator()(Var x) const { return layer_norm(x, x.tape->parameter(gain_), x.tape->parameter(bias_)); }

 private:
  Parameter gain_{}, bias_{};
};

/// Half a layer: what it adds to the tokens is computed by two affine layers with something between them. Weights start
/// within Glorot & Bengio's bound, biases at 0.
class HalfLayer final {
 public:
  /// The first affine layer outputs hidden_in rows, the second takes hidden_out rows.
  HalfLayer(const Scope& scope, const TransformerLayerSettings& settings, size_t hidden_in, size_t hidden_out)
      : norm_(scope / "norm", settings.size),
        in_(scope.add("weights", hidden_in, settings.size + 1, glorot_with_bias())),
        out_(scope.add("output-weights", settings.size, hidden_out + 1, glorot_with_bias())),
        dropout_(settings.dropout),
        place_(settings.norm) {}

  /// tokens: size×cols → the same. between: hidden_in×cols → hidden_out×cols.
  template <class Between>
  Var operator()(const Context& context, Var tokens, Between between) const {
    Tape& tape = context.tape;
    const bool pre = place_ == NormPlace::kPre;
    const Var in = linear(tape.parameter(in_), {pre ? norm_(tokens) : tokens});
    const Var out = linear(tape.parameter(out_), {between(in)});
    const Var sum = add(tokens, dropout(out, dropout_, context));
    return pre ? sum : norm_(sum);
  }

 private:
  Norm norm_;
  Parameter in_, out_;
  Real dropout_;
  NormPlace place_;
};

/// Self-attention: tokens attend to each other.
class SelfAttention final {
 public:
  /// positions and max_distance: as of PlacedAttention.
  SelfAttention(const Scope& scope, const TransformerLayerSettings& settings, Positions positions = Positions::kNone,
                size_t max_distance = 0);

  /// tokens: size×steps, the first of which is step 0; each sees itself and those before it.
  Var causally(const Context& context, Var tokens, const StepPlaces& places = 0) const;
  /// Each sees all that are there (steps×1; absent: all are there). weights: as in attend_across().
  Var among(const Context& context, Var tokens, std::optional<Var> there, Var* weights = nullptr) const;
  size_t heads() const { return attention_.heads(); }
  /// causally() for one more step, as PlacedAttention::next().
  Var next(const Context& context, Var token, std::span<Var> remembered, const StepPlaces& place = 0) const;

 private:
  HalfLayer half_;
  PlacedAttention attention_;
};

/// Cross-attention: tokens attend to those of another sequence.
class CrossAttention final {
 public:
  CrossAttention(const Scope& scope, const TransformerLayerSettings& settings)
      : half_(scope, settings, settings.size, settings.size),
        memory_(scope.add("memory-weights", 2 * settings.size, settings.size + 1, glorot_with_bias())),
        heads_(settings.heads) {}

  /// The keys and values of the other sequence, computed once for all that attend to it: size×slots → 2·size×slots.
  Var remembered(Var others) const { return linear(others.tape->parameter(memory_), {others}); }
  /// tokens: size×cols; there and weights as in attend_across() (attention/fused/multi_head.hpp).
  Var operator()(const Context& context, Var tokens, Var remembered, Var there, Var* weights = nullptr) const;

 private:
  HalfLayer half_;
  Parameter memory_;
  size_t heads_;
};

/// The hidden units of a layer, applied to each token by itself.
class TokenFeedforward final {
 public:
  TokenFeedforward(const Scope& scope, const TransformerLayerSettings& settings)
      : half_(scope, settings, settings.feedforward, settings.feedforward), activation_(settings.activation) {}

  Var operator()(const Context& context, Var tokens) const {
    return half_(context, tokens, [&](Var x) { return activate(activation_, x); });
  }

 private:
  HalfLayer half_;
  Activation activation_;
};

/// The norm after the last layer with pre-norm; the identity with post-norm.
class LastNorm final {
 public:
  LastNorm(const Scope& scope, const TransformerLayerSettings& settings) : there_(settings.norm == NormPlace::kPre) {
    if (there_) norm_ = Norm(scope / "norm", settings.size);
  }
  Var operator()(Var tokens) const { return there_ ? norm_(tokens) : tokens; }

 private:
  bool there_;
  Norm norm_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
