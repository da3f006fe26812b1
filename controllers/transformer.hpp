#pragma once
// The Transformer as a controller: each step's input and reads are a token, which attends to the tokens so far.

#include <string>
#include <vector>

#include "autodiff/scope.hpp"
#include "controllers/activation.hpp"
#include "controllers/controller.hpp"
#include "controllers/positions.hpp"
#include "controllers/whole_sequence.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct TransformerSettings {
  size_t size = 64;  ///< of a token
  size_t layers = 2;
  size_t heads = 4;          ///< they divide the size
  size_t feedforward = 256;  ///< hidden units of each layer
  Positions positions = Positions::kSinusoidal;
  size_t max_steps = 512;  ///< learned positions there are
  Activation activation = Activation::kGelu;
  Real dropout = 0;  ///< below 1
};

/// token = W·[x; reads; 1] + position; then layers of
///   token += attention(norm(token)),  token += feedforward(norm(token)),
/// where attention has several heads and sees this step and those before it; the output is norm(token) (Vaswani et al.
/// 2017; norms ahead of the halves, Xiong et al. 2020). Dropout falls on the first token and on what each half adds
/// (Vaswani et al. 2017, section 5.4). The state is a list of keys and values, one Var a layer and step: those of the
/// first layer from the first step on, then those of the second, and so on.
/// Weights start at Glorot & Bengio's uniform bound, W at that which makes a token about as large as its position,
/// biases at 0, learned positions at N(0, 0.02²).
class TransformerController final : public Controller, public WholeSequence {
 public:
  /// x_size: features of the input; read_size: all reads together.
  TransformerController(const Scope& scope, const TransformerSettings& settings, size_t x_size, size_t read_size);

  size_t output_size() const override { return settings_.size; }
  State start(const Context& context) const override;
  /// Throws InputError where the sequence is longer than there are learned positions.
  Step step(const Context& context, Columns inputs, const State& past) const override;
  Var whole(const Context& context, Var inputs) const override;

 private:
  struct Norm {
    Parameter gain, bias;
  };
  /// Half a layer: what it adds to the token is made of the normalised token by two affine layers, with attention or
  /// an activation between them.
  struct Half {
    Norm norm;
    Parameter in, out;
  };
  struct Layer {
    Half attention, feedforward;
  };

  Norm add_norm(const Scope& scope) const;
  Half add_half(const Scope& scope, size_t hidden_in, size_t hidden_out) const;

  /// The tokens of steps from `first` on, a column each.
  Var tokens(const Context& context, std::span<const Var> inputs, size_t first) const;
  template <class Between>
  Var through(const Context& context, const Half& half, Var token, Between between) const;
  /// attention: from queries, keys and values, one below the other, to what the heads give.
  template <class Attention>
  Var through(const Context& context, const Layer& layer, Var token, Attention attention) const;
  Var normalised(Tape& tape, const Norm& norm, Var token) const;

  TransformerSettings settings_;
  Parameter token_;
  PositionCode positions_;
  std::vector<Layer> layers_;
  Norm norm_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
