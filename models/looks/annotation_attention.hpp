#pragma once
// Attention by content to an encoder's annotations, to all or to those around a place.

#include "models/looks/annotations.hpp"
#include "models/looks/decoder_attention.hpp"
#include "models/looks/look_costs.hpp"
#include "models/looks/read_gate.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Which annotations a look sees (Luong, Pham & Manning 2015, sections 3.1 and 3.2).
enum class Locality {
  kGlobal,      ///< all
  kMonotonic,   ///< local-m: look t sees those around annotation t, or around the last where there are fewer
  kPredictive,  ///< local-p: those around p = S·σ(v·tanh(W·query)) of S annotations, weighted by a Gaussian around p
};

struct AnnotationAttentionSettings {
  Locality locality = Locality::kGlobal;
  size_t window = 10;  ///< D: a look sees annotations s with |s − p| ≤ D, s from 0
  bool gated = false;  ///< the read vector goes through a ReadGate
  LookCostSettings costs = {};
};

/// A look reads Σ wₛ·annotationₛ, with w from AnnotationLookup over the annotations that it sees; with local-p
/// multiplied by exp(−(s − p)²/2σ²) with σ = D/2 (eq. 10), so that they sum to less than 1.
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
