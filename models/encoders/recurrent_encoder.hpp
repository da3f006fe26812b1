#pragma once
// The recurrent encoder: one way, or both.

#include <array>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "models/encoders/encoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class RecurrentCell { kLstm, kGru };

struct RecurrentEncoderSettings {
  RecurrentCell cell = RecurrentCell::kGru;
  size_t size = 100;  ///< units a layer and direction
  size_t layers = 1;
  bool both_ways = false;
  Real dropout = 0;  ///< between layers; below 1
};

/// Layers of recurrent units, each fed by the one below; both ways, a layer is a forward and a backward one, whose
/// states lie one below the other in what the next layer, and an annotation, is given (Schuster & Paliwal 1997;
/// Bahdanau et al. 2015, section 3.2). The backward one begins at each source's own last step. It is nn.LSTM or nn.GRU
/// of packed sequences, from states of zeros. A layer's products with what is below it are one for the whole source.
/// Weights of a direction: G×(below + 1) for what is below and G×(H + 1) for its own h, G = 4H gates i, f, o, u of an
/// LSTM or 3H gates r, z, n of a GRU; they start at Glorot & Bengio's uniform bound, biases at 0.
/// The summary is the last layer's h, that of the forward direction at the source's last step, that of the backward one
/// at its first; `ended` h, and after it c, of each layer.
class RecurrentEncoder final : public Encoder {
 public:
  RecurrentEncoder(const Scope& scope, const RecurrentEncoderSettings& settings, size_t x_size);

  size_t size() const override { return settings_.size * directions(); }
  Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const override;
  std::vector<size_t> state_sizes() const override { return std::vector<size_t>(values() * settings_.layers, size()); }
  size_t step_weights() const override;

 private:
  struct Direction {
    Parameter weights, own_weights;
  };
  /// One direction of a layer, at all steps.
  struct Passed {
    Var outputs;              ///< h: size×S
    std::array<Var, 2> last;  ///< h, and of an LSTM c
  };
  size_t values() const { return settings_.cell == RecurrentCell::kLstm ? 2 : 1; }  ///< of a layer's state
  size_t directions() const { return settings_.both_ways ? 2 : 1; }
  size_t gates() const { return settings_.cell == RecurrentCell::kLstm ? 4 * settings_.size : 3 * settings_.size; }
  Passed pass(const Context& context, const Direction& direction, Var below, std::span<const uint32_t> lengths) const;

  RecurrentEncoderSettings settings_;
  std::vector<Direction> directions_;  ///< of each layer the forward one, then the backward one
};

}  // namespace tapehead::inline TAPEHEAD_REAL
