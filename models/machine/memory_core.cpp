#include "models/machine/memory_core.hpp"

#include "autodiff/base/error.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/watch.hpp"
#include "models/interface_start.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The given input with the reads below it.
std::span<const Var> with_reads(Tape& tape, Var first, const Memory& memory, const State& remembered) {
  Var* all = tape.keep<Var>(2);
  all[0] = first;
  if (memory.reads() > 0) all[1] = remembered.as<MemoryState>().reads;
  return {all, memory.reads() > 0 ? size_t{2} : size_t{1}};
}

}  // namespace

MemoryCore::MemoryCore(const Scope& scope, size_t x_size, const MakeMemory& make_memory,
                       const MakeController& make_controller)
    : memory_(make_memory(scope / "memory")),
      controller_(make_controller(scope / "controller", x_size, memory_->reads())) {
  if (memory_->controls() == 0 && memory_->reads() == 0) whole_ = dynamic_cast<const WholeSequence*>(controller_.get());
  if (const auto* const ahead = dynamic_cast<const SeesAhead*>(controller_.get()); ahead && ahead->sees_ahead())
    sees_ahead_ = ahead;
  if (memory_->controls() > 0)
    interface_ = (scope / "interface")
                     .add("weights", memory_->controls(), controller_->output_size() + 1, interface_start(*memory_));
}

/// The memory's footprint, plus the controller's output and the controls made from it.
Footprint MemoryCore::footprint() const {
  Footprint all = memory_->footprint();
  all.step += static_cast<double>(controller_->output_size() + memory_->controls());
  return all;
}

Held MemoryCore::held() const { return held_by(*memory_); }

size_t MemoryCore::features() const { return controller_->output_size() + memory_->reads(); }

StateNames MemoryCore::state_names() const {
  return names_of<MachineState>({controller_->state_names(), memory_->state_names()});
}

State MemoryCore::start(const Context& context) const {
  const State decided = controller_->start(context), remembered = memory_->start(context);
  if (memory_->reads() > 0 && (remembered.size() == 0 || remembered.as<MemoryState>().reads.rows != memory_->reads()))
    throw ShapeError(
        "memory machine: got a memory whose state does not begin with what was read; reads() rows of it are "
        "needed there");
  return State::of_parts(context.tape, MachineState{decided, remembered});
}

State MemoryCore::settled(Tape& tape, const State& state) const {
  const auto parts = state.as<MachineState>();
  return State::of_parts(
      tape, MachineState{controller_->settled(tape, parts.controller), memory_->settled(tape, parts.memory)});
}

MemoryCore::Thought MemoryCore::think(const Context& context, Var x, const State& past) const {
  return think_with(context, past, [&](const State& remembered, const State& last) {
    return controller_->step(context, with_reads(context.tape, x, *memory_, remembered), last);
  });
}

MemoryCore::Thought MemoryCore::think_ahead(const Context& context, Var column, const State& past) const {
  return think_with(context, past, [&](const State& remembered, const State& last) {
    const auto reads = with_reads(context.tape, column, *memory_, remembered).subspan(1);
    return sees_ahead_->step_ahead(context, column, reads, last);
  });
}

template <class Decide>
MemoryCore::Thought MemoryCore::think_with(const Context& context, const State& past, Decide decide) const {
  Tape& tape = context.tape;
  const auto last = past.as<MachineState>();
  State remembered = last.memory;
  tape.at("controller");
  const auto decided = [&] {
    const Within controller(tape, "controller");
    return decide(remembered, last.controller);
  }();
  if (memory_->controls() > 0) {
    tape.at("memory");
    const Var controls = linear(tape.parameter(interface_), {decided.output});
    remembered = memory_->step(context, controls, remembered).state;
  }
  return {with_reads(tape, decided.output, *memory_, remembered),
          State::of_parts(tape, MachineState{decided.state, remembered})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
