#pragma once
// Layers of memories: a deep network whose layers mix steps by attention or by any memory.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "controllers/transformer_layers.hpp"
#include "memory/held.hpp"
#include "memory/memory.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct MixerStackSettings : TransformerLayerSettings {
  size_t convolution = 1;  ///< over how many steps a mixer's input is taken together; 1: its own step alone
  size_t rounds = 1;       ///< how often tokens go through the layers, with the same weights
  bool tied = false;       ///< a token's column of the input weights is also what its output is made by
  Real ponder = 0;         ///< τ: what a round of a token costs in training, in nats; 0: all tokens go through all
  Positions positions = Positions::kNone;  ///< sinusoidal or learned: codes that are added to tokens; others: none is
  size_t max_steps = 512;                  ///< the number of learned positions
};

/// x = W·[input; 1]; then layers of
///   x += W·[memory(W·[convolution(norm(x)); 1]); 1],  x += feedforward(norm(x));
/// y = V·[norm(x); 1], or with tied weights Eᵀ·norm(x)/√size + b, E being the columns of W that embed tokens; their
/// numbers are of about unit size, and so are the outputs at first. A memory's controls are an affine map of the
/// layer's normed input, and what is read goes on to the next layer and never back to the controls of the same: with a
/// linear write rule a layer is a linear recurrent network (Yang et al. 2024; Grazzi et al. 2025), with attention a
/// Transformer's. The convolution weighs each number of the last few steps (Fu et al. 2023, section 3.1), at first this
/// step's alone. Position codes are added to tokens before the first layer. In several rounds tokens get a code of the
/// round and, where there are any, their position's before each: with sinusoidal positions a Universal Transformer
/// (Dehghani et al. 2019, eqs. 4 and 5). With τ above 0 each token has a probability to halt after each round r,
/// σ(w·[xʳ; 1]), and the mean of all xʳ by their shares goes on to the answers instead of the last; training also
/// minimises τ·Σ of what the steps cost (halting_shares(); Graves 2016, section 2). A token that has halted goes on for
/// those that attend to it, as in the authors' program. A state has a part for each layer of each round, and in it the
/// steps that the convolution needs again, and the memory's; with position codes the number of steps so far is its last
/// part.
class MixerStack final : public RecurrentModel, public HoldsBeside {
 public:
  using MakeMemory = std::function<std::unique_ptr<Memory>(const Scope& scope)>;

  /// A layer for each mixer; hidden units alone for one without controls.
  MixerStack(const Scope& scope, const Spec& spec, const MixerStackSettings& settings,
             const std::vector<MakeMemory>& mixers);

  StateNames state_names() const override;
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;
  State settled(Tape& tape, const State& state) const override;
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  Passage pass(const Context& context, const Batch& batch, size_t first, StepRange steps,
               const State& past) const override;
  bool has_own_objective() const override { return settings_.ponder > 0; }
  std::optional<LookedUp> looked_up() const override;
  size_t cost() const override;
  Footprint footprint() const override;
  Held held() const override;

 private:
  struct Layer {
    std::unique_ptr<Memory> memory;
    Norm norm;
    Parameter convolution;  ///< size×steps, this step's first
    Parameter interface, out;
    TokenFeedforward feedforward;
  };
  /// What goes on to the answers, size×steps.
  struct Thought {
    Var features;
    State state;
    Var ponder;  ///< what each step costs, 1×steps; without a tape where τ is 0
  };
  /// Names of a layer of a round, for messages.
  struct Places {
    std::string mixer, feedforward;
  };
  size_t depth() const { return layers_.size() * settings_.rounds; }
  bool has_codes() const { return positions_.added(); }
  size_t parts() const { return depth() + (has_codes() ? 1 : 0); }  ///< of a state
  const Layer& layer(size_t depth) const { return layers_[depth % layers_.size()]; }
  Layer make_layer(const Scope& scope, const MakeMemory& make) const;
  Step through(const Context& context, size_t depth, Var tokens, const State& past, size_t before) const;
  Thought through_all(const Context& context, Var inputs, const State& past, size_t before) const;
  Var outputs(Var features) const;
  Var halt(const Var* rounds, Var* halts) const;

  MixerStackSettings settings_;
  size_t tokens_;  ///< kinds of them; 0: the input is numbers
  Parameter in_;
  Parameter out_;  ///< V, or with tied weights b
  Parameter halting_{};
  std::vector<Layer> layers_;
  std::vector<Places> places_;  ///< of each round's
  std::vector<Real> codes_;     ///< of the rounds, where there are several: size×rounds
  PositionCode positions_;
  Norm norm_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
