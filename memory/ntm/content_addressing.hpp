#pragma once
// Content-based addressing (Graves et al. 2014, section 3.3.1).

#include "memory/ntm/addressing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// w = softmax(β·cosine(M, k)) (eq. 5; softmax and cosine are the defaults), β = softplus(·). Stateless: earlier
/// weightings do not matter. Controls of a head: key (width), key strength.
class ContentAddressing final : public Addressing {
 public:
  ContentAddressing(const Scope&, const AddressingSettings& settings) : settings_(settings) {}

  size_t controls() const override { return settings_.width + 1; }
  void add_start_biases(const HeadBiases& start, std::span<Real> biases) const override;
  State start(const Context&) const override { return {}; }
  size_t weightings() const override { return 2; }  // scores, and weights
  Addressed address(const Context& context, Var controls, Var memory, const State& past) const override;

 private:
  AddressingSettings settings_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
