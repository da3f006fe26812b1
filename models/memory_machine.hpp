#pragma once
// Controller and memory, wired: the neural Turing machine and all its relatives.

#include <functional>
#include <memory>

#include "autodiff/scope.hpp"
#include "controllers/controller.hpp"
#include "controllers/whole_sequence.hpp"
#include "memory/memory.hpp"
#include "models/model.hpp"
#include "models/speaker.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// At each step: h = controller([x; reads]), controls = W·[h; 1], reads = memory(controls), and where something is
/// scored y = V·[h; reads; 1] (Graves et al. 2014, figure 1; the reads are those of the same step). Without anything to
/// steer or read, a controller that can take the whole sequence at once does.
///
/// Of a task that says its answers it reads one stream (Spec::of_text): the tokens that come as inputs alone, then
/// those that are said, each a step after it was. It listens by reading what is there before the first step that is
/// scored.
class MemoryMachine final : public RecurrentModel, public Speaker {
 public:
  using MakeMemory = std::function<std::unique_ptr<Memory>(const Scope& scope)>;
  using MakeController =
      std::function<std::unique_ptr<Controller>(const Scope& scope, size_t x_size, size_t read_size)>;

  MemoryMachine(const Scope& scope, const Spec& spec, const MakeMemory& make_memory,
                const MakeController& make_controller);

  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;
  State settled(Tape& tape, const State& state) const override;
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  /// Throws ShapeError for a batch whose inputs are not one stream, as long as its target.
  Passage pass(const Context& context, const Batch& batch, size_t first, Stretch steps,
               const State& past) const override;
  size_t cost() const override { return memory_->cost(); }

  const Speaker* speaks() const override { return speaks_ ? this : nullptr; }
  /// Throws ShapeError for episodes whose answers begin at different steps.
  State listen(const Context& context, const Batch& batch, size_t first) const override;
  Step say(const Context& context, Var previous, const State& past) const override;
  /// Those whose answers begin at the same step.
  size_t together(const Batch& batch, size_t first, size_t most) const override;

 private:
  /// One step but for the answer: h and the reads, of which it is made.
  struct Thought {
    std::span<const Var> features;
    State state;
  };
  Thought think(const Context& context, Var x, const State& past) const;

  /// What the answers are made of, at the steps that are scored: one Var each.
  struct Features {
    std::span<const Var> values;
    std::span<const uint32_t> steps;
  };
  Answers answers_of(const Context& context, const Features& features) const;
  Features at_once(const Context& context, const Batch& batch, Var inputs) const;

  size_t inputs_;  ///< numbers of a step's input, or tokens that it may be
  bool speaks_;
  std::unique_ptr<Memory> memory_;
  std::unique_ptr<Controller> controller_;
  const WholeSequence* whole_ = nullptr;  ///< the controller, where it may take the sequence at once
  Parameter interface_{}, output_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
