#pragma once
// What a decoder sees of what an encoder has read.

#include "autodiff/base/footprint.hpp"
#include "autodiff/tape/recurrent.hpp"
#include "models/encoders/encoder.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What came of the looks of an answer, for an attention that has a part in what training makes small.
struct AnswerOfLooks {
  Var cost;                         ///< of the answer, in nats: 1×1 an item
  Var log_probabilities;            ///< of what was to be said after each look: 1×looks, numbers without a gradient
  std::span<const uint32_t> looks;  ///< of each item's answer; those after them are padding
  const Batch& batch;               ///< that asked for them
  size_t first;                     ///< of its episodes, which is item 0
};

/// A look has a query, from the decoder, and gives what was read there. All that it goes by is in its state, numbers
/// alone, so that a search may carry it from tape to tape. Shows where it looks as "weights", a kAlignment a look.
class DecoderAttention {
 public:
  virtual ~DecoderAttention() = default;

  virtual size_t reads() const = 0;  ///< rows of what a look gives; 0: there is nothing to be seen

  /// The state before the first look. lengths: as given to Encoder::read().
  virtual State begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const = 0;

  /// What the values of its states are called.
  virtual StateNames state_names() const { return {}; }

  /// queries: their size×1; or several looks at once, a column each, where each_by_itself(). → reads()×looks.
  virtual Recurrent::Step look(const Context& context, Var queries, const State& past) const = 0;

  /// Whether a look does not depend on those before it.
  virtual bool each_by_itself() const = 0;
  /// Whether sources of different lengths may be looked at side by side.
  virtual bool of_any_lengths() const { return true; }

  /// Whether training makes something else small than the answers' cost.
  virtual bool has_own_objective() const { return false; }
  /// What that is, 1×1 an item, in training. looked: the states after the looks in their order, of several at once the
  /// one after all of them.
  virtual Var objective(const Context&, std::span<const State> looked, const AnswerOfLooks& told) const {
    (void)looked;
    return told.cost;
  }

  /// Whether that says where to look, which a batch has to tell then (Spec::tells_places).
  virtual bool guided() const { return false; }

  virtual size_t cost() const { return 0; }                                            ///< as Model::cost()
  virtual Footprint footprint() const { return {}; }                                   ///< as Model::footprint()
  virtual std::vector<uint64_t> stages() const { return {ParameterStore::kTrained}; }  ///< as Model::stages()
  /// As Recurrent::settled().
  virtual State settled(Tape&, const State& state) const { return state; }
};

/// Numbers of an annotation, and of a query; and of what grid the annotations are cells (Encoder::grid()).
struct DecoderAttentionSizes {
  size_t annotation, query;
  CellGrid grid = {};
};

/// Of what was read, the decoder sees nothing but what it begins with.
class NoAttention final : public DecoderAttention {
 public:
  size_t reads() const override { return 0; }
  State begin(const Context&, Var, std::span<const uint32_t>) const override { return {}; }
  Recurrent::Step look(const Context&, Var, const State&) const override { return {}; }
  bool each_by_itself() const override { return true; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
