#pragma once
// Scheduled sampling: what a model is told that it said before is now and then what it would have said.

#include <cstdint>

#include "models/model.hpp"
#include "tasks/batch/batch.hpp"
#include "tasks/episode/reacting.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ScheduledSampling {
  double share = 0;    ///< of the tokens that come back as inputs
  bool drawn = false;  ///< from what the model gives each; else the likeliest
};

/// Puts the model's own tokens in place of some that it is told it said: each with probability `share`, the one it
/// gives for that step where it is told what is right (Bengio, Vinyals, Jaitly & Shazeer 2015, "Scheduled sampling", in
/// the form of two passes over all steps at once: Duckworth et al. 2019, "Parallel scheduled sampling"; Mihaylova &
/// Martins 2019), without a gradient and without noise. Which are taken is a function of seed and episode: the batch's
/// first is number `first`. Begins the context's tape anew. Nothing happens at a share of 0.
void sample_inputs(const Context& context, const Model& model, const ParameterStore& store,
                   const ScheduledSampling& sampling, uint64_t seed, uint64_t first, Batch& batch);

/// Of a task that reacts: makes its episodes go on from the model's own answers, each with probability `share`, else
/// from the right ones (DAgger, as Graves et al. 2016 have it in "Structured prediction": β = 1 − share), without a
/// gradient and without noise. Which are taken is a function of seed and episode. Begins the context's tape anew.
/// Nothing happens at a share of 0.
void continue_from_own_answers(const Context& context, const Model& model, const ParameterStore& store,
                               const ScheduledSampling& sampling, const Reacting& world, uint64_t seed, uint64_t first,
                               Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
