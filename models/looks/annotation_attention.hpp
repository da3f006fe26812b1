#pragma once
// Attention to an encoder's annotations by content: to all of them, or to those about a place.

#include "models/looks/annotations.hpp"
#include "models/looks/decoder_attention.hpp"
#include "models/looks/look_costs.hpp"
#include "models/looks/read_gate.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Which annotations a look sees (Luong, Pham & Manning 2015, sections 3.1 and 3.2).
enum class Locality {
  kGlobal,      ///< all
  kMonotonic,   ///< local-m: the t-th look those about the t-th, or about the last where there are fewer
  kPredictive,  ///< local-p: those about p = S·σ(v·tanh(W·query)) of S, weighed down by a Gaussian about p
};

struct AnnotationAttentionSettings {
  Locality locality = Locality::kGlobal;
  size_t window = 10;  ///< D: a look sees annotations s with |s − p| ≤ D, counted from 0
  bool gated = false;  ///< what is read goes through a ReadGate
  LookCostSettings costs = {};
};

/// A look gives Σ wₛ·annotationₛ, with w as AnnotationLookup has it over those that it sees; of local-p then times
/// exp(−(s − p)²/2σ²) with σ = D/2 (eq. 10), so that they sum to less than 1.
class AnnotationAttention final : public DecoderAttention {
 public:
  AnnotationAttention(const Scope& scope, const AnnotationAttentionSettings& settings, DecoderAttentionSizes sizes,
                      AnnotationLookup lookup);

  size_t reads() const override { return size_; }
  State begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const override;
  StateNames state_names() const override;
  Recurrent::Step look(const Context& context, Var queries, const State& past) const override;
  bool each_by_itself() const override { return true; }
  bool has_own_objective() const override { return costs_.on(); }
  bool guided() const override { return costs_.guided(); }
  Var objective(const Context& context, std::span<const State> looked, const AnswerOfLooks& told) const override;

 private:
  Var centres(Tape& tape, Var queries, const State& past) const;
  Var weights(Tape& tape, Var queries, const State& past) const;

  AnnotationAttentionSettings settings_;
  size_t size_;
  CellGrid grid_;
  AnnotationLookup lookup_;
  ReadGate gate_;
  LookCosts costs_;
  Parameter place_{}, place_score_{};  ///< W and v of local-p, with biases
};

}  // namespace tapehead::inline TAPEHEAD_REAL
