#pragma once
// The Transformer as a controller: each step's input and reads are a token, which attends to all tokens so far.

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
  size_t max_steps = 512;     ///< the number of learned positions
  bool drawn_places = false;  ///< else steps are counted
  size_t place_range = 2048;  ///< what places are drawn from
  size_t max_distance = 16;   ///< of relative positions: from it on all are alike (Shaw et al. 2018, the paper's k)
};

/// token = W·[x; reads; 1] + position; then layers of
///   token += attention(norm(token)),  token += feedforward(norm(token)),
/// where multi-head attention sees this step and those before it; the output is norm(token) (Vaswani et al. 2017;
/// pre-norm, Xiong et al. 2020). With post-norm, as first published, it is
///   token = norm(token + attention(token)),  token = norm(token + feedforward(token)),
/// and the output is the token. Dropout applies to the first token and to what each half adds (Vaswani et al. 2017,
/// section 5.4). Rotary and relative positions and ALiBi are told within attention, and no position is added. Drawn
/// places are those of drawn_places(). The state is a list of keys and values for each layer, one Var a step, and
/// before them the places where these are drawn. Weights start within Glorot & Bengio's bound, W within one that makes
/// a token about as large as its position, biases at 0, learned positions at N(0, 0.02²).
class TransformerController final : public Controller, public WholeSequence {
 public:
  /// x_size: features of the input; read_size: of all reads together.
  TransformerController(const Scope& scope, const TransformerSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const TransformerSettings& settings) { return {settings.size}; }
  StateNames state_names() const override;
  State start(const Context& context) const override;
  /// Throws InputError where the sequence is longer than the learned positions, start() and whole() where it is longer
  /// than the range of places, or its length unknown.
  Step step(const Context& context, Columns inputs, const State& past) const override;
  Var whole(const Context& context, Var inputs) const override;

 private:
  struct Layer {
    SelfAttention attention;
    TokenFeedforward feedforward;
  };
  TransformerController(const Scope& own, const TransformerSettings& settings, size_t inputs);

  /// The tokens of steps at those places, one column each.
  Var tokens(const Context& context, std::span<const Var> inputs, const StepPlaces& places) const;
  Var draw(const Context& context) const;

  Real dropout_;
  size_t place_range_;  ///< of drawn places; 0: steps are counted
  Parameter token_;
  PositionCode positions_;
  std::vector<Layer> layers_;
  LastNorm norm_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
