#pragma once
// A controller with a memory: a machine's step without its output layer.

#include <functional>
#include <memory>

#include "autodiff/base/footprint.hpp"
#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "controllers/sees_ahead.hpp"
#include "controllers/whole_sequence.hpp"
#include "memory/held.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct MachineState {
  TAPEHEAD_PARTS(controller, memory);
};

/// At each step: h = controller([x; reads]), controls = W·[h; 1], reads = memory(controls) (Graves et al. 2014,
/// figure 1). A state is a MachineState.
class MemoryCore final {
 public:
  using MakeMemory = std::function<std::unique_ptr<Memory>(const Scope& scope)>;
  using MakeController =
      std::function<std::unique_ptr<Controller>(const Scope& scope, size_t x_size, size_t read_size)>;

  MemoryCore(const Scope& scope, size_t x_size, const MakeMemory& make_memory, const MakeController& make_controller);

  StateNames state_names() const;
  State start(const Context& context) const;
  State settled(Tape& tape, const State& state) const;

  /// The result of a step: h and below it what was read after it, from which answers are made, one column each; and the
  /// next state.
  struct Thought {
    std::span<const Var> features;
    State state;
  };
  Thought think(const Context& context, Var x, const State& past) const;
  /// The same where x is a column of what sees_ahead() gave for the inputs.
  Thought think_ahead(const Context& context, Var column, const State& past) const;

  size_t features() const;  ///< rows of a thought's features
  size_t cost() const { return memory_->cost(); }
  Held held() const;
  Footprint footprint() const;
  /// The controller, where no memory is attached and it can take a whole sequence at once; else nullptr.
  const WholeSequence* whole() const { return whole_; }
  /// The controller, where it can take what the inputs contribute for all steps at once; else nullptr.
  const SeesAhead* sees_ahead() const { return sees_ahead_; }

 private:
  /// A thought of what the controller decides on what was read.
  template <class Decide>
  Thought think_with(const Context& context, const State& past, Decide decide) const;

  std::unique_ptr<Memory> memory_;
  std::unique_ptr<Controller> controller_;
  const WholeSequence* whole_ = nullptr;
  const SeesAhead* sees_ahead_ = nullptr;
  Parameter interface_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
