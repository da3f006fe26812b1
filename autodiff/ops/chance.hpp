#pragma once
// Stochastic nodes: draws, their log-probabilities, and gradient estimators. A draw has no gradient of its own; one of
// three estimators supplies it: the score function, E[∇f] = E[f·∇log p(draw)] (Williams 1992: unbiased), made of
// log_probability() or normal_log_density() times a stopped reward; straight_through(draw, softmax(logits)) (Bengio et
// al. 2013: biased); or gumbel_softmax() (biased, except as the temperature goes to 0).

#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

// Episode b draws from stream b, column by column. A gradient check freezes what was drawn (autodiff/tape/frozen.hpp).
// Throw ShapeError where there are fewer streams than items.

/// One row of each column, drawn from softmax(logits), with one number of the stream a column: K×cols → one-hot K×cols.
Var draw_class(const Context& context, Var logits);

/// The log-probability of `chosen` (one-hot, or shares of several rows) under softmax(logits): Σ chosen·log softmax.
/// K×cols both → 1×cols. Gradient for the logits alone.
Var log_probability(Var logits, Var chosen);

/// The entropy −Σ p·log p of p = softmax(logits), in nats: K×cols → 1×cols.
Var entropy(Var logits);

/// mean + deviation·N(0, 1), independently for each element: any shape → the same.
Var draw_normal(const Context& context, Var mean, Real deviation);

/// Σ over rows of log N(at; mean, deviation²): rows×cols both → 1×cols. Gradient for the mean alone.
Var normal_log_density(Var mean, Real deviation, Var at);

/// softmax((logits + g)/temperature) with g from Gumbel's distribution, one number of the stream an element (Jang, Gu &
/// Poole 2017, eq. 2; Maddison, Mnih & Teh 2017): K×cols → K×cols on the simplex. hard: its largest row as a one-hot
/// column, with the gradient of the soft one (straight-through).
Var gumbel_softmax(const Context& context, Var logits, Real temperature, bool hard);

}  // namespace tapehead::inline TAPEHEAD_REAL
