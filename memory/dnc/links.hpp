#pragma once
// The order in which slots were written, and following it (Graves et al. 2016, Methods, "Temporal memory linkage").
// Each writing head has links of its own, as in google-deepmind/dnc:dnc/addressing.py.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The links after a step, for N slots, R reading and H writing heads. The link matrices are no value on the tape,
/// since N×N numbers for each head and step would exceed everything else. They are in one place, which the next step
/// updates; some are kept on the way, from which the backward sweep recomputes the others, a few columns at a time.
struct Linkage {
  Var precedence;       ///< N×H
  Var links;            ///< a handle to the matrices; or what matrices() gave, in another round of the tape
  Var directions = {};  ///< N×2HR: for each reading head backward by each writing head's links, then forward by each;
                        ///< unused by the next step

  Var matrices() const;  ///< N×HN side by side: a copy, without a gradient
};

/// Nothing written yet: all zero.
Linkage start_linkage(Tape& tape, size_t slots, size_t writers, size_t batch);

/// One step on, for each writing head with its weighting w, precedence p and links L:
///   L′(i,j) = (1 − w(i) − w(j))·L(i,j) + w(i)·p(j), L′(i,i) = 0;  p′ = (1 − Σw)·p + w;
///   backward = L′ᵀ·r and forward = L′·r for each reading head's last weighting r.
/// write_weights: N×H; read_weights: N×R. Throws ShapeError for shapes that do not fit.
Linkage advance(const Linkage& past, Var write_weights, Var read_weights);

/// Every how many steps the links of a batch are kept. With few slots more often, since then less must be recomputed
/// (with 128 slots a step of four items side by side takes 1.06 times as long with every fourth kept and 1.1 times with
/// each, for want of cache; one of a single item takes 1.02 times as long with every second kept as with each); with
/// many slots less often, since links are large: 41 steps of 1,024 slots would be 170 MB.
constexpr size_t links_kept_every(size_t slots, size_t batch) {
  if (slots > 256) return 4;
  return slots <= 128 && batch == 1 ? 1 : 2;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
