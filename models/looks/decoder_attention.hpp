#pragma once
// The interface of a decoder's attention to what the encoder has read.

#include "autodiff/base/footprint.hpp"
#include "autodiff/tape/recurrent.hpp"
#include "memory/held.hpp"
#include "models/encoders/encoder.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The result of an answer's looks, for an attention with an objective of its own.
struct AnswerOfLooks {
  Var cost;                         ///< of the answer, in nats: 1×1 an item
  Var log_probabilities;            ///< of the target after each look: 1×looks, without a gradient
  std::span<const uint32_t> looks;  ///< of each item's answer; later ones are padding
  const Batch& batch;               ///< the batch with the targets
  size_t first;                     ///< the episode of the batch that is item 0
};

/// A look has a query, from the decoder, and returns what was read. All that it depends on is in its state, plain
/// numbers, so that a search may carry it from tape to tape. Each look's weights are shown as "weights" (kAlignment).
class DecoderAttention {
 public:
  virtual ~DecoderAttention() = default;

  virtual size_t reads() const = 0;  ///< rows of what a look reads; 0: nothing

  /// The state before the first look. lengths: as in Encoder::read().
  virtual State begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const = 0;

  /// The names of its states' values.
  virtual StateNames state_names() const { return {}; }

  /// queries: query size×1; or several looks at once, a column each, where each_by_itself(). → reads()×looks.
  virtual Recurrent::Step look(const Context& context, Var queries, const State& past) const = 0;

  /// Whether a look does not depend on those before it.
  virtual bool each_by_itself() const = 0;
  /// Whether sources of different lengths may be side by side.
  virtual bool of_any_lengths() const { return true; }

  /// Whether training minimises something other than the answers' cost.
  virtual bool has_own_objective() const { return false; }
  /// The training objective, 1×1 an item. looked: the states after the looks, in order; for several looks at once the
  /// one after all of them.
  virtual Var objective(const Context&, std::span<const State> looked, const AnswerOfLooks& told) const {
    (void)looked;
    return told.cost;
  }

  /// Whether the objective says where to look, which the batch must then tell (Spec::tells_places).
  virtual bool guided() const { return false; }

  virtual Held held() const { return {}; }                                             ///< as HoldsBeside::held()
  virtual size_t cost() const { return 0; }                                            ///< as Model::cost()
  virtual Footprint footprint() const { return {}; }                                   ///< as Model::footprint()
  virtual std::vector<uint64_t> stages() const { return {ParameterStore::kTrained}; }  ///< as Model::stages()
  /// As Recurrent::settled().
  virtual State settled(Tape&, const State& state) const { return state; }
};

/// The rows of an annotation and of a query, and the grid whose cells the annotations are (Encoder::grid()).
struct DecoderAttentionSizes {
  size_t annotation, query;
  CellGrid grid = {};
};

/// No attention: the decoder has only what it starts with.
class NoAttention final : public DecoderAttention {
 public:
  size_t reads() const override { return 0; }
  State begin(const Context&, Var, std::span<const uint32_t>) const override { return {}; }
  Recurrent::Step look(const Context&, Var, const State&) const override { return {}; }
  bool each_by_itself() const override { return true; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
