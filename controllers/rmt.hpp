#pragma once
// The recurrent memory Transformer (Bulatov, Kuratov & Burtsev 2022, "Recurrent memory Transformer").

#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "controllers/positions.hpp"
#include "controllers/transformer_layers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct RmtSettings : TransformerLayerSettings {
  size_t layers = 2;
  Positions positions = Positions::kSinusoidal;  ///< of a step within its segment
  size_t segment = 32;                           ///< steps of a segment
  size_t memory_tokens = 8;
};

struct RmtState {
  TAPEHEAD_VALUES(memory, place);  ///< memory: of this segment, size×tokens; place: its steps so far, 1×1
};

/// A Transformer (controllers/transformer.hpp) that sees no further back than its segment, and hands memory tokens M
/// from segment to segment: [M; steps of the segment; M] go through its layers, each token seeing itself and those
/// before it, and the outputs of the last M are the M of the next segment (section 3.2, eqs. 5 to 7, of a decoder). The
/// first M is learned. Tokens of the memory have no position; a step's is its place in the segment. The gradient goes
/// through all segments. A state has M, and a list of keys and values for each layer, one Var a token of a segment, of
/// which those to come are zeros: it does not grow. Weights start as the Transformer's, the first M as its learned
/// positions, at N(0, 0.02²).
class RmtController final : public Controller {
 public:
  /// x_size: features of the input; read_size: of all reads together.
  RmtController(const Scope& scope, const RmtSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const RmtSettings& settings) { return {settings.size}; }
  StateNames state_names() const override;
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;

 private:
  struct Layer {
    SelfAttention attention;
    TokenFeedforward feedforward;
  };
  /// The keys and values of a segment so far, of each layer; room for those of a whole segment.
  struct Segment {
    Var* remembered;
    size_t tokens;
  };
  RmtController(const Scope& own, const RmtSettings& settings, size_t inputs);

  size_t kept() const { return settings_.memory_tokens + settings_.segment; }
  size_t room() const { return kept() + settings_.memory_tokens; }
  Var through(const Context& context, Var token, Segment& segment) const;
  Var through_all(const Context& context, Var memory, Segment& segment) const;
  State begun(const Context& context, Var memory) const;
  State state_of(Tape& tape, Var memory, const Segment& segment) const;

  RmtSettings settings_;
  Parameter token_, memory_;
  PositionCode positions_;
  std::vector<Layer> layers_;
  LastNorm norm_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
