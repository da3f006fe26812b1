#pragma once
// The interface of the NTM memory's addressing schemes: where heads read and write.

#include <array>
#include <memory>
#include <span>
#include <utility>

#include "attention/content_lookup.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/context.hpp"
#include "autodiff/tape/scope.hpp"
#include "autodiff/tape/state_names.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The weightings before the first step.
enum class StartWeighting {
  kOneHot,    ///< all on the first slot
  kLearned,   ///< softmax of learned logits, one for each slot and head, at first 0; binds the model to its slots
  kDecaying,  ///< proportional to exp(−n): most on the first slot, no two slots alike
  kUniform,   ///< 1/slots; with a constant memory all slots stay identical
};

/// The range of a head's sharpening, and a reduced one in training: see sharpening_share().
struct SharpeningSettings {
  Real least = 1;     ///< what γ is at least; above 1 no step leaves a weighting more blurred than it can undo
  Real share = 1;     ///< 0..1, in training
  uint64_t from = 0;  ///< training episodes from which on it applies; before, sharpening is full
};

/// What a scheme knows of the memory that it addresses, and of its heads.
struct AddressingSettings {
  size_t slots = 128, width = 20;
  size_t read_heads = 1, write_heads = 1;  ///< in this order wherever heads are side by side
  size_t shifts = 3;                       ///< odd: reachable displacements −⌊S/2⌋ … ⌊S/2⌋
  SharpeningSettings sharpening = {};
  StartWeighting start_weighting = StartWeighting::kOneHot;
  std::shared_ptr<const ContentLookup> content;  ///< null for a scheme that does not use it

  size_t heads() const { return read_heads + write_heads; }
};

/// Starting biases of a head's controls; a scheme without that control ignores it.
struct HeadBiases {
  Real strength = 0, gate = 0, sharpening = 0;
};

/// The view of a shift kernel.
inline constexpr View kShift{"shift", "head", 0, 1};

/// The share of its sharpening that a head has now: 1, or in training, from `from` on, `share`, which is approached as
/// training settles (ParameterStore::settled()).
///
/// With full sharpening a head may learn to shift by half a step, which sharpening makes a whole one: with a slightly
/// different shift, as on unusual vectors, it makes no step, or two. Without sharpening the shift kernel itself must be
/// crisp, since a few steps of blur cost at once; the sharpening in scoring is then a margin. Behaviour that is not
/// learned without sharpening (a head that waits, and jumps back at the end) is kept if it was learned with it first.
Real sharpening_share(const Context& context, const SharpeningSettings& settings);

/// γ = least + share·softplus(control) (eq. 9, where the least is 1), 1×heads.
Var sharpening(const Context& context, Var control, const SharpeningSettings& settings);

/// The state of a scheme that goes by where its heads looked last.
struct LastWeights {
  TAPEHEAD_VALUES(weights);  ///< slots×heads
};

/// A scheme for any number of heads at once: a control has a row for each of its numbers and a column for each head.
/// Written as for one head, since the ops work column by column.
class Addressing {
 public:
  virtual ~Addressing() = default;

  virtual size_t controls() const = 0;  ///< numbers of a head's controls

  /// Adds a head's starting biases to its controls() biases.
  virtual void add_start_biases(const HeadBiases& start, std::span<Real> biases) const = 0;

  virtual State start(const Context& context) const = 0;
  virtual StateNames state_names() const { return {}; }

  /// How many slots×heads matrices a step keeps at least: the weighting, and what leads to it (Memory::footprint()).
  virtual size_t weightings() const { return 1; }

  struct Addressed {
    Var weights;  ///< slots×heads, each column on the simplex
    State state;
  };
  /// controls: controls()×heads, as from the affine layer; memory: slots×width.
  virtual Addressed address(const Context& context, Var controls, Var memory, const State& past) const = 0;
};

/// The weightings before the first step, slots×heads.
class StartWeights final {
 public:
  StartWeights(const Scope& scope, const AddressingSettings& settings);
  Var weights(const Context& context) const;

 private:
  AddressingSettings settings_;
  Parameter logits_{};
};

/// Splits controls into windows of the given numbers of rows, in order: auto [key, gate] = split(controls, width, 1).
template <class... Size>
std::array<Var, sizeof...(Size)> split(Var controls, Size... sizes) {
  size_t row = 0;
  const auto next = [&](size_t count) { return rows(controls, std::exchange(row, row + count), count); };
  return {next(static_cast<size_t>(sizes))...};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
