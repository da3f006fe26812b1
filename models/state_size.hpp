#pragma once
// How many numbers a memory, or a model, carries from step to step: counted on its own states.

#include "memory/memory.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Of one episode.
struct StateSize {
  size_t numbers = 0;    ///< before the first step; at any length, where each_step is 0
  size_t each_step = 0;  ///< more with every step
  size_t untouched = 0;  ///< of `numbers`, how many a step neither reads nor writes

  size_t after(size_t steps) const { return numbers + each_step * steps; }
  size_t touched(size_t steps) const { return after(steps) - untouched; }  ///< by the step after so many
};

/// The numbers of a state for one episode, those of its parts among them; a handle has none.
size_t numbers_of(const State& state);

/// From the states before and after a step of zeros, and what their handles hold.
StateSize state_size(const Memory& memory, const ParameterStore& store);
StateSize state_size(const RecurrentModel& model, const ParameterStore& store, const Spec& spec);

}  // namespace tapehead::inline TAPEHEAD_REAL
