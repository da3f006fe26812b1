#pragma once
// The recurrent encoder, unidirectional or bidirectional.

#include <array>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "models/encoders/encoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class RecurrentCell { kLstm, kGru };

struct RecurrentEncoderSettings {
  RecurrentCell cell = RecurrentCell::kGru;
  size_t size = 100;  ///< units of a layer and direction
  size_t layers = 1;
  bool both_ways = false;
  Real dropout = 0;  ///< between layers; below 1
};

/// Layers of recurrent units, each fed by the one below. Bidirectional, a layer is a forward and a backward one, and
/// their states, one below the other, are the next layer's input, or the annotation (Schuster & Paliwal 1997; Bahdanau
/// et al. 2015, section 3.2). The backward one begins at each source's own last step. It equals nn.LSTM or nn.GRU over
/// packed sequences, from zero states. The products of a layer with its input are one for the whole source. Weights of
/// a direction: G×(below + 1) for the input and G×(H + 1) for its own h, with G = 4H for gates i, f, o, u of an LSTM or
/// 3H for gates r, z, n of a GRU; they start within Glorot & Bengio's bound, biases at 0.
/// The summary is the last layer's h, the forward direction's at the source's last step and the backward one's at its
/// first; `ended` has h, and then c, of each layer.
class RecurrentEncoder final : public Encoder {
 public:
  RecurrentEncoder(const Scope& scope, const RecurrentEncoderSettings& settings, size_t x_size);

  size_t size() const override { return settings_.size * directions(); }
  size_t backward_row() const override { return settings_.both_ways ? settings_.size : 0; }
  Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const override;
  std::vector<size_t> state_sizes() const override { return std::vector<size_t>(values() * settings_.layers, size()); }
  size_t step_weights() const override;

 private:
  struct Direction {
    Parameter weights, own_weights;
  };
  /// One direction of a layer over all steps.
  struct Passed {
    Var outputs;              ///< h: size×S
    std::array<Var, 2> last;  ///< h, and of an LSTM c
  };
  size_t values() const { return settings_.cell == RecurrentCell::kLstm ? 2 : 1; }  ///< in a layer's state
  size_t directions() const { return settings_.both_ways ? 2 : 1; }
  size_t gates() const { return settings_.cell == RecurrentCell::kLstm ? 4 * settings_.size : 3 * settings_.size; }
  Passed pass(const Context& context, const Direction& direction, Var below, std::span<const uint32_t> lengths) const;

  RecurrentEncoderSettings settings_;
  std::vector<Direction> directions_;  ///< for each layer the forward one, then the backward one
};

}  // namespace tapehead::inline TAPEHEAD_REAL
