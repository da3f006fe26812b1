#pragma once
// Where a head looks: the addressing schemes of the NTM memory.

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

/// How the weightings before the first step are.
enum class StartWeighting {
  kOneHot,    ///< all on the first slot
  kLearned,   ///< softmax of learned logits, one for each slot and head, at first 0; binds the model to its slots
  kDecaying,  ///< proportional to exp(−n): most on the first slot, no two slots alike
  kUniform,   ///< 1/slots; with a constant memory all slots stay identical for ever
};

/// How much of their sharpening heads have in training: see sharpening_share().
struct TrainingSharpening {
  Real share = 1;     ///< 0..1
  uint64_t from = 0;  ///< training episodes after which it holds; before, heads have all of it
};

/// What a scheme is told of the memory it addresses, and of the heads that use it.
struct AddressingSettings {
  size_t slots = 128, width = 20;
  size_t read_heads = 1, write_heads = 1;  ///< in this order wherever heads lie side by side
  size_t shifts = 3;                       ///< odd: reachable displacements −⌊S/2⌋ … ⌊S/2⌋
  TrainingSharpening training_sharpening = {};
  StartWeighting start_weighting = StartWeighting::kOneHot;
  std::shared_ptr<const ContentLookup> content;  ///< null for a scheme that has no use for it

  size_t heads() const { return read_heads + write_heads; }
};

/// What a head can be made to start with, as a bias of that control; a scheme without that control ignores it.
struct HeadBiases {
  Real strength = 0, gate = 0, sharpening = 0;
};

/// A shift kernel, as it is watched.
inline constexpr View kShift{"shift", "head", 0, 1};

/// The share of its sharpening that a head has now: 1, or in training, from there on, the one told.
///
/// With all of its sharpening a head may learn to shift by half a step, which sharpening makes a whole one: a little
/// off its way, as on vectors that it has hardly ever met, it makes none, or two. With none the shift kernel itself
/// must be crisp, or the cost of a few steps of blur is paid at once; what is sharpened in scoring is then a margin.
/// What is not learned without it (a head that waits, and jumps back when it is through) is once it has been learned
/// with it.
Real sharpening_share(const Context& context, const TrainingSharpening& training);

/// γ = 1 + share·softplus(control) (eq. 9), 1×heads.
Var sharpening(const Context& context, Var control, const TrainingSharpening& training);

/// The state of a scheme that goes by where its heads looked last.
struct LastWeights {
  TAPEHEAD_VALUES(weights);  ///< slots×heads
};

/// A scheme for any number of heads at once: a control has a row for each of its numbers and a column for each head.
/// Written as for one head, for the ops work column by column.
class Addressing {
 public:
  virtual ~Addressing() = default;

  virtual size_t controls() const = 0;  ///< numbers a head needs

  /// Adds a head's start biases to its controls() biases.
  virtual void add_start_biases(const HeadBiases& start, std::span<Real> biases) const = 0;

  virtual State start(const Context& context) const = 0;
  virtual StateNames state_names() const { return {}; }

  /// Matrices of slots×heads that a step keeps at least: the weighting, and what leads to it (Memory::footprint()).
  virtual size_t weightings() const { return 1; }

  struct Addressed {
    Var weights;  ///< slots×heads, each column on the simplex
    State state;
  };
  /// controls: controls()×heads, as they come from the affine layer; memory: slots×width.
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

/// Cuts controls into windows of those many rows, one below the other: auto [key, gate] = split(controls, width, 1).
template <class... Size>
std::array<Var, sizeof...(Size)> split(Var controls, Size... sizes) {
  size_t row = 0;
  const auto next = [&](size_t count) { return rows(controls, std::exchange(row, row + count), count); };
  return {next(static_cast<size_t>(sizes))...};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
