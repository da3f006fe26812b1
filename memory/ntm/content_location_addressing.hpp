#pragma once
// The NTM's own addressing: content and location (Graves et al. 2014, section 3.3, figure 2).

#include "memory/ntm/addressing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// content (eq. 5) → interpolate with the last weighting (7) → shift (8) → sharpen (9).
/// Controls of a head: key (width), strength, gate (before sigmoid), shift kernel (before softmax), sharpening.
class ContentLocationAddressing final : public Addressing {
 public:
  ContentLocationAddressing(const Scope& scope, const AddressingSettings& settings)
      : settings_(settings), start_(scope, settings) {}

  size_t controls() const override { return settings_.width + settings_.shifts + 3; }
  void add_start_biases(const HeadBiases& start, std::span<Real> biases) const override;
  StateNames state_names() const override { return names_of<LastWeights>(); }
  State start(const Context& context) const override { return State(context.tape, {start_.weights(context)}); }
  /// Scores, content weighting, and those kept by interpolate_shift_sharpen(): interpolated, log of shifted, sharpened.
  size_t weightings() const override { return 5; }
  Addressed address(const Context& context, Var controls, Var memory, const State& past) const override;

 private:
  AddressingSettings settings_;
  StartWeights start_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
