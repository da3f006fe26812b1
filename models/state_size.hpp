#pragma once
// How many numbers a memory, or a model, carries from step to step: counted on its own states.

#include "memory/memory.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Of one episode. A step is one of the input: a vector or a token, also of a source; a statement of one word of a
/// story; of a model that sees a single picture, a glimpse. A source that is a single picture is read at once.
struct StateSize {
  size_t numbers = 0;    ///< before the first step; at any length, where each_step and each_said are 0
  size_t each_step = 0;  ///< more with every step
  size_t each_said = 0;  ///< more with every token of an answer, of a model that reads a source and then says it
  size_t untouched = 0;  ///< of `numbers`, how many a step neither reads nor writes

  size_t after(size_t steps, size_t said = 0) const { return numbers + each_step * steps + each_said * said; }
  size_t touched(size_t steps) const { return after(steps) - untouched; }  ///< by the step after so many
};

/// The numbers of a state for one episode, those of its parts among them; a handle has none.
size_t numbers_of(const State& state);

/// From the states before and after a step of zeros, and what its handles hold.
StateSize state_size(const Memory& memory, const ParameterStore& store);
/// From the states after one step and after two (Model::state_after(), Speaker::listen()), and after a token said. What
/// keeps only the newest of what it has seen grows until it is full.
StateSize state_size(const Model& model, const ParameterStore& store, const Spec& spec);

}  // namespace tapehead::inline TAPEHEAD_REAL
