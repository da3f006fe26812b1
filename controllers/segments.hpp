#pragma once
// What Transformers of segments share: layers that see no further back than their segment, a step at a time.

#include <span>
#include <string>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "autodiff/tape/state_names.hpp"
#include "controllers/positions.hpp"
#include "controllers/transformer_layers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct SegmentSettings : TransformerLayerSettings {
  size_t layers = 2;
  Positions positions = Positions::kSinusoidal;  ///< of a step within its segment
  size_t segment = 32;                           ///< steps of a segment
  size_t memory_tokens = 8;
};

/// The keys and values of a segment so far, of each layer; room for those of a whole segment.
struct Segment {
  Var* remembered;
  size_t tokens;
};

/// The layers of controllers/transformer.hpp over the tokens of one segment: `before` tokens of a memory, the steps,
/// and the memory's tokens behind them, each of which sees itself and those before it. Tokens of the memory have no
/// position; a step's is its place in the segment. A state has a list of keys and values for each layer, one Var a
/// token up to the last step, of which those to come are zeros: it does not grow. Weights start as the Transformer's,
/// the memory's first tokens as its learned positions, at N(0, 0.02²).
class SegmentLayers final {
 public:
  /// inputs: features of a step. own: where a layer's own parameters are, in own / layer_name(i).
  SegmentLayers(const Scope& own, const SegmentSettings& settings, size_t inputs, size_t before);

  static std::string layer_name(size_t i);
  size_t count() const { return layers_.size(); }
  /// The learned tokens, size×tokens, for each of a batch.
  Var memory(const Context& context) const;
  /// Of the inputs of the step at that place.
  Var token(const Context& context, std::span<const Var> inputs, size_t place) const;
  /// Layer i's output for the token after the segment's, which leaves its keys and values there.
  Var through(const Context& context, size_t i, Var token, const Segment& segment) const;
  /// What comes out after the last layer.
  Var last(Var token) const { return norm_(token); }

  Segment begun(Tape& tape) const { return {tape.keep<Var>(layers_.size() * room()), 0}; }
  /// From a state's lists, the steps so far being `place`.
  Segment restored(Tape& tape, const State& lists, size_t place) const;
  /// The lists of a state, and the steps so far of the segment as a value of it.
  std::span<const Var> lists(Tape& tape, const Segment& segment, size_t batch) const;
  Var place(Tape& tape, const Segment& segment, size_t batch) const;
  StateNames list_names() const { return {"", {}, numbered("keys_values", layers_.size())}; }

 private:
  struct Layer {
    SelfAttention attention;
    TokenFeedforward feedforward;
  };
  size_t kept() const { return before_ + steps_; }
  size_t room() const { return kept() + memory_tokens_; }

  size_t size_, steps_, memory_tokens_, before_;
  Real dropout_;
  Parameter token_, memory_;
  PositionCode positions_;
  std::vector<Layer> layers_;
  LastNorm norm_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
