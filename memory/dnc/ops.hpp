#pragma once
// The ops of the differentiable neural computer (Graves et al. 2016, Methods), except for its links
// (memory/dnc/links.hpp): usage, allocation, and the mix of a read's three modes. N slots, R reading and H writing
// heads; with H > 1 as in google-deepmind/dnc:dnc/addressing.py, where the paper has one.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The lower bound of usage before the products of an allocation: at zero they, and every gradient through them, would
/// be zero for all slots but the first.
inline constexpr Real kLeastUsage = Real(1e-6);

/// ψ = Π_r (1 − f_r·w_r): how much of each slot the reading heads do not free. read_weights: N×R; free_gates: 1×R; →
/// N×1.
Var retention(Var read_weights, Var free_gates);

/// u′ = (u + w − u∘w)∘ψ, one writing head after the other. usage, retention ψ: N×1; write_weights: N×H; → N×1.
Var usage(Var past, Var write_weights, Var retention);

/// a[φ(j)] = (1 − u[φ(j)])·Π_{i<j} u[φ(i)], φ the slots by increasing usage, of equals the lower first; φ is a constant
/// in the gradient. usage: N×1, within 0..1; → N×1, which sums to at most 1.
Var allocation(Var usage);

/// A reading head's weighting: Σ_h π_h·backward_h + π_H·content + Σ_h π_(H+1+h)·forward_h.
/// directions: as Linkage::directions, N×2HR; content: N×R; modes π: (1 + 2H)×R; → N×R.
Var mix_modes(Var directions, Var content, Var modes);

/// Masked cosine similarity (Csordás & Schmidhuber 2019): that of Mₙ∘m_h and k_h∘m_h, with cosine()'s epsilon. memory:
/// N×width; keys, masks: width×heads; → N×heads.
Var masked_cosine(Var memory, Var keys, Var masks);

}  // namespace tapehead::inline TAPEHEAD_REAL
