#pragma once
// The Transformer as a controller: each step's input and reads are a token, which attends to the tokens so far.

#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "controllers/positions.hpp"
#include "controllers/transformer_layers.hpp"
#include "controllers/whole_sequence.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct TransformerSettings : TransformerLayerSettings {
  size_t layers = 2;
  Positions positions = Positions::kSinusoidal;
  size_t max_steps = 512;  ///< learned positions there are
};

/// token = W·[x; reads; 1] + position; then layers of
///   token += attention(norm(token)),  token += feedforward(norm(token)),
/// where attention has several heads and sees this step and those before it; the output is norm(token) (Vaswani et al.
/// 2017; norms ahead of the halves, Xiong et al. 2020). With norms behind as at first published it is
///   token = norm(token + attention(token)),  token = norm(token + feedforward(token)),
/// and the output is the token. Dropout falls on the first token and on what each half adds
/// (Vaswani et al. 2017, section 5.4). The state is a list of keys and values, one Var a layer and step: those of the
/// first layer from the first step on, then those of the second, and so on.
/// Weights start at Glorot & Bengio's uniform bound, W at that which makes a token about as large as its position,
/// biases at 0, learned positions at N(0, 0.02²).
class TransformerController final : public Controller, public WholeSequence {
 public:
  /// x_size: features of the input; read_size: all reads together.
  TransformerController(const Scope& scope, const TransformerSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const TransformerSettings& settings) { return {settings.size}; }
  State start(const Context& context) const override;
  /// Throws InputError where the sequence is longer than there are learned positions.
  Step step(const Context& context, Columns inputs, const State& past) const override;
  Var whole(const Context& context, Var inputs) const override;

 private:
  struct Layer {
    SelfAttention attention;
    TokenFeedforward feedforward;
  };
  TransformerController(const Scope& own, const TransformerSettings& settings, size_t inputs);

  /// The tokens of steps from `first` on, a column each.
  Var tokens(const Context& context, std::span<const Var> inputs, size_t first) const;

  Real dropout_;
  Parameter token_;
  PositionCode positions_;
  std::vector<Layer> layers_;
  LastNorm norm_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
