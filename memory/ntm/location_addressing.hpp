#pragma once
// Location-based addressing alone (Graves et al. 2014, section 3.3.2).

#include "memory/ntm/addressing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The last weighting, shifted (eq. 8) and sharpened (eq. 9), regardless of the memory's content. Controls of a head:
/// shift kernel (before softmax), sharpening (γ = 1 + softplus).
class LocationAddressing final : public Addressing {
 public:
  LocationAddressing(const Scope& scope, const AddressingSettings& settings)
      : settings_(settings), start_(scope, settings) {}

  size_t controls() const override { return settings_.shifts + 1; }
  void add_start_biases(const HeadBiases& start, std::span<Real> biases) const override;
  StateNames state_names() const override { return names_of<LastWeights>(); }
  State start(const Context& context) const override { return State(context.tape, {start_.weights(context)}); }
  size_t weightings() const override { return 2; }  // shifted, sharpened
  Addressed address(const Context& context, Var controls, Var memory, const State& past) const override;

 private:
  AddressingSettings settings_;
  StartWeights start_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
