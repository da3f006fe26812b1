#pragma once
// Attention by location: a Turing head's addressing over an encoder's annotations.

#include "memory/ntm/addressing.hpp"
#include "models/looks/annotations.hpp"
#include "models/looks/decoder_attention.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct LocationAttentionSettings {
  size_t shifts = 3;  ///< odd: reachable displacements −⌊S/2⌋ … ⌊S/2⌋
  SharpeningSettings sharpening = {};
};

/// A look is by content (a key against the annotations), interpolated with the last look's weights, shifted and
/// sharpened (Graves et al. 2014, eqs. 5 and 7 to 9). Before the first look all weight is on the first annotation,
/// which suits monotonic alignments. A shift wraps around within the annotations that are there. The controls are
/// W·[query; 1]: key (an annotation's size), gate (before the sigmoid), shift kernel (before the softmax), sharpening.
class LocationAttention final : public DecoderAttention {
 public:
  /// lookup: with keys of an annotation's size.
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
