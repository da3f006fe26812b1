#include "models/looks/look_costs.hpp"

#include "autodiff/ops/ops.hpp"
#include "models/looks/guidance.hpp"
#include "models/looks/look_entropy.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var LookCosts::with(const AnswerOfLooks& told, Var weights, Var there) const {
  Tape& tape = *weights.tape;
  Var all = told.cost;
  if (settings_.entropy != 0) {
    const Var counts = looks_that_count(tape, told.looks, weights.cols);
    all = add(all, entropy_cost(logits_of(weights), counts, settings_.entropy));
  }
  if (penalty_.on()) all = add(all, penalty_.penalty(weights, there, told.looks));
  if (guided()) {
    const Var places = told_of(tape, told.batch, told.first, told.looks, grid_, weights.rows, weights.cols);
    all = add(all, guidance_cost(weights, places, settings_.guidance));
  }
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
