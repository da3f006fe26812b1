#pragma once
// An encoder's annotations as a memory with look-up by content.

#include <memory>

#include "attention/content_lookup.hpp"
#include "autodiff/tape/scope.hpp"
#include "autodiff/tape/state_names.hpp"
#include "models/encoders/encoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The beginning of every state of looks at annotations.
struct AnnotationState {
  TAPEHEAD_VALUES(annotations,  ///< a row each
                  prepared,     ///< what the similarity makes of them
                  there,        ///< 1 for each annotation, 0 in the padding: slots×1
                  count);       ///< how many there are, 1×1
};

/// Look-up by content: w = normaliser(β·similarity(annotations, query)). The key strength β is 1, or learned:
/// softplus(W·[query; 1]), as in a Turing head.
class AnnotationLookup final {
 public:
  AnnotationLookup(const Scope& scope, std::shared_ptr<const ContentLookup> content, size_t query_size,
                   bool learned_strength);

  /// annotations: size×S.
  AnnotationState begin(Tape& tape, Var annotations, std::span<const uint32_t> lengths) const;

  /// queries: query size×looks; window: slots×looks, 1 where a look may see a slot and 0 where not, or nullptr. →
  /// slots×looks.
  Var weights(Var queries, const AnnotationState& source, const Var* window = nullptr) const;

 private:
  std::shared_ptr<const ContentLookup> content_;
  bool learned_strength_;
  Parameter strength_{};
};

/// Shows the weights of looks, slots×looks, one by one.
void watch_alignments(Var weights, CellGrid grid);

}  // namespace tapehead::inline TAPEHEAD_REAL
