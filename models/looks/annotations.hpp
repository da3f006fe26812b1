#pragma once
// An encoder's annotations as a memory with look-up by content.

#include <memory>

#include "attention/content_lookup.hpp"
#include "autodiff/tape/scope.hpp"
#include "autodiff/tape/state.hpp"
#include "models/encoders/encoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Look-up by content: w = normaliser(β·similarity(annotations, query)). The key strength β is 1, or learned:
/// softplus(W·[query; 1]), as in a Turing head.
class AnnotationLookup final {
 public:
  AnnotationLookup(const Scope& scope, std::shared_ptr<const ContentLookup> content, size_t query_size,
                   bool learned_strength);

  /// Values of the state: the annotations, a row each; what the similarity makes of them; 1 for those that are there
  /// and 0 for those that are not, slots×1; how many there are, 1×1.
  enum Value { kAnnotations, kPrepared, kThere, kCount, kValues };
  /// annotations: size×S.
  State begin(Tape& tape, Var annotations, std::span<const uint32_t> lengths) const;

  /// queries: query size×looks; window: slots×looks, 1 where a look may see a slot and 0 where not, or nullptr. →
  /// slots×looks.
  Var weights(Var queries, const State& state, const Var* window = nullptr) const;

 private:
  std::shared_ptr<const ContentLookup> content_;
  bool learned_strength_;
  Parameter strength_{};
};

/// Shows the weights of looks, slots×looks, one by one.
void watch_alignments(Var weights, CellGrid grid);

}  // namespace tapehead::inline TAPEHEAD_REAL
