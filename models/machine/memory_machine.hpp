#pragma once
// Controller and memory as a model: the neural Turing machine and its relatives.

#include <functional>
#include <memory>
#include <optional>

#include "models/machine/memory_core.hpp"
#include "models/machine/stem.hpp"
#include "models/model.hpp"
#include "models/speaker.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// At each step: h = controller([x; reads]), controls = W·[h; 1], reads = memory(controls), and where something is
/// scored y = V·[h; reads; 1] (Graves et al. 2014, figure 1; the reads are those of the same step). Without a memory, a
/// controller that can take the whole sequence at once does. With a stem, x is its output for the step's input.
///
/// For tasks with answers it reads one stream (Spec::of_text): the tokens that only occur as inputs, then the answer's
/// tokens, each delayed by one step. It listens by reading all steps before the first scored one.
class MemoryMachine final : public RecurrentModel, public Speaker, public HoldsBeside {
 public:
  using MakeStem = std::function<std::unique_ptr<Stem>(const Scope& scope, const Spec& spec)>;  ///< nullptr: none

  /// Throws InputError for a stem that does not apply to the spec.
  MemoryMachine(
      const Scope& scope, const Spec& spec, const MemoryCore::MakeMemory& make_memory,
      const MemoryCore::MakeController& make_controller,
      const MakeStem& make_stem = [](const Scope&, const Spec&) { return nullptr; });

  StateNames state_names() const override { return core_.state_names(); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;
  State settled(Tape& tape, const State& state) const override;
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  /// Throws ShapeError for a batch whose inputs are not one stream of the target's length.
  Passage pass(const Context& context, const Batch& batch, size_t first, StepRange steps,
               const State& past) const override;
  size_t cost() const override { return core_.cost(); }
  std::optional<LookedUp> looked_up() const override { return stem_ ? stem_->looked_up() : std::nullopt; }
  Footprint footprint() const override { return core_.footprint(); }
  Held held() const override { return core_.held(); }

  const Speaker* speaks() const override { return speaks_ ? this : nullptr; }
  /// Throws ShapeError for episodes whose answers begin at different steps.
  State listen(const Context& context, const Batch& batch, size_t first) const override;
  Step say(const Context& context, Var previous, const State& past) const override;
  /// The episodes whose answers begin at the same step.
  size_t together(const Batch& batch, size_t first, size_t most) const override;

 private:
  /// What the answers are made of, at the scored steps: one Var for each.
  struct Features {
    std::span<const Var> values;
    std::span<const uint32_t> steps;
  };
  Var seen(Tape& tape, Var steps) const;
  /// What the inputs of all steps contribute, where they are wide and the controller takes it at once.
  std::optional<Var> seen_ahead(const Context& context, const Batch& batch, size_t first, StepRange steps) const;
  Answers answers_of(const Context& context, const Features& features, const Batch& batch, size_t first) const;
  Features at_once(const Context& context, const Batch& batch, Var inputs) const;

  size_t inputs_;  ///< rows of a step's input, or the size of its vocabulary
  bool speaks_;
  std::unique_ptr<Stem> stem_;
  MemoryCore core_;
  Parameter output_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
