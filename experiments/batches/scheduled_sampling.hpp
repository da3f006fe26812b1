#pragma once
// Scheduled sampling: some of the answer tokens fed back to a model in training are its own.

#include <cstdint>

#include "models/model.hpp"
#include "tasks/batch/batch.hpp"
#include "tasks/episode/reacting.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ScheduledSampling {
  double share = 0;    ///< of the tokens that come back as inputs
  bool drawn = false;  ///< from what the model gives each; else the likeliest
};

/// Replaces answer tokens that are fed back to the model by its own, each with probability `share`: by the one that it
/// gives for that step when the right tokens are fed back. Without a gradient and without noise. (Bengio, Vinyals,
/// Jaitly & Shazeer 2015, "Scheduled sampling", in the form of two passes over all steps at once: Duckworth et al.
/// 2019, "Parallel scheduled sampling"; Mihaylova & Martins 2019.) The choice is a function of seed and episode; the
/// batch's first episode is number `first`. Begins the context's tape anew. A share of 0 does nothing.
void sample_inputs(const Context& context, const Model& model, const ParameterStore& store,
                   const ScheduledSampling& sampling, uint64_t seed, uint64_t first, Batch& batch);

/// For a task that reacts: continues its episodes from the model's own answers, each with probability `share`, else
/// from the right ones (DAgger, as Graves et al. 2016 have it in "Structured prediction": β = 1 − share). Without a
/// gradient and without noise. The choice is a function of seed and episode. Begins the context's tape anew. A share of
/// 0 does nothing.
void continue_from_own_answers(const Context& context, const Model& model, const ParameterStore& store,
                               const ScheduledSampling& sampling, const Reacting& world, uint64_t seed, uint64_t first,
                               Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
