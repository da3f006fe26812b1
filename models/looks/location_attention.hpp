#pragma once
// Attention that moves: the Turing head's own addressing, over an encoder's annotations.

#include "memory/ntm/addressing.hpp"
#include "models/looks/annotations.hpp"
#include "models/looks/decoder_attention.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct LocationAttentionSettings {
  size_t shifts = 3;  ///< odd: reachable displacements −⌊S/2⌋ … ⌊S/2⌋
  TrainingSharpening training_sharpening = {};
};

/// A look is content (a key against the annotations), interpolated with where the last look was, shifted, sharpened
/// (Graves et al. 2014, eqs. 5 and 7 to 9); before the first one all weight lies on the first annotation, as suits
/// alignments that go on from left to right. A shift goes round about the annotations that are there. What steers it is
/// W·[query; 1]: key (an annotation's size), gate (before sigmoid), shift kernel (before
/// softmax), sharpening.
class LocationAttention final : public DecoderAttention {
 public:
  /// lookup: of keys of an annotation's size.
  LocationAttention(const Scope& scope, const LocationAttentionSettings& settings, DecoderAttentionSizes sizes,
                    AnnotationLookup lookup);

  size_t reads() const override { return size_; }
  State begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const override;
  StateNames state_names() const override;
  Recurrent::Step look(const Context& context, Var queries, const State& past) const override;
  bool each_by_itself() const override { return false; }

 private:
  LocationAttentionSettings settings_;
  size_t size_;
  CellGrid grid_;
  AnnotationLookup lookup_;
  Parameter controls_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
