#pragma once
// Controller and memory, wired: the neural Turing machine and all its relatives.

#include <functional>
#include <memory>

#include "models/machine/memory_core.hpp"
#include "models/machine/stem.hpp"
#include "models/model.hpp"
#include "models/speaker.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// At each step: h = controller([x; reads]), controls = W·[h; 1], reads = memory(controls), and where something is
/// scored y = V·[h; reads; 1] (Graves et al. 2014, figure 1; the reads are those of the same step). Without anything to
/// steer or read, a controller that can take the whole sequence at once does. With a stem x is what that makes of the
/// step's input.
///
/// Of a task that says its answers it reads one stream (Spec::of_text): the tokens that come as inputs alone, then
/// those that are said, each a step after it was. It listens by reading what is there before the first step that is
/// scored.
class MemoryMachine final : public RecurrentModel, public Speaker {
 public:
  using MakeStem = std::function<std::unique_ptr<Stem>(const Scope& scope, const Spec& spec)>;  ///< nullptr: none

  /// Throws InputError for a stem where the spec has nothing for it.
  MemoryMachine(
      const Scope& scope, const Spec& spec, const MemoryCore::MakeMemory& make_memory,
      const MemoryCore::MakeController& make_controller,
      const MakeStem& make_stem = [](const Scope&, const Spec&) { return nullptr; });

  StateNames state_names() const override { return core_.state_names(); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;
  State settled(Tape& tape, const State& state) const override;
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  /// Throws ShapeError for a batch whose inputs are not one stream, as long as its target.
  Passage pass(const Context& context, const Batch& batch, size_t first, StepRange steps,
               const State& past) const override;
  size_t cost() const override { return core_.cost(); }
  Footprint footprint() const override { return core_.footprint(); }

  const Speaker* speaks() const override { return speaks_ ? this : nullptr; }
  /// Throws ShapeError for episodes whose answers begin at different steps.
  State listen(const Context& context, const Batch& batch, size_t first) const override;
  Step say(const Context& context, Var previous, const State& past) const override;
  /// Those whose answers begin at the same step.
  size_t together(const Batch& batch, size_t first, size_t most) const override;

 private:
  /// What the answers are made of, at the steps that are scored: one Var each.
  struct Features {
    std::span<const Var> values;
    std::span<const uint32_t> steps;
  };
  Var seen(Tape& tape, Var steps) const;
  Answers answers_of(const Context& context, const Features& features) const;
  Features at_once(const Context& context, const Batch& batch, Var inputs) const;

  size_t inputs_;  ///< numbers of a step's input, or tokens that it may be
  bool speaks_;
  std::unique_ptr<Stem> stem_;
  MemoryCore core_;
  Parameter output_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
