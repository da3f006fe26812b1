#pragma once
// The differentiable neural computer's own ops (Graves et al. 2016, Methods), but for its links (memory/dnc/links.hpp):
// which slots are in use, which are free, and how a read mixes its three ways of finding a slot. N slots, R reading and
// H writing heads; with H > 1 as google-deepmind/dnc:dnc/addressing.py has it, where the paper has one.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Usage is lifted to this at least before the products of an allocation: at zero they, and every gradient through
/// them, would be zero for all slots but the first.
inline constexpr Real kLeastUsage = Real(1e-6);

/// ψ = Π_r (1 − f_r·w_r): how much of each slot the reading heads do not free. read_weights: N×R; free_gates: 1×R;
/// → N×1.
Var retention(Var read_weights, Var free_gates);

/// u′ = (u + w − u∘w)∘ψ, one writing head after the other. usage, retention ψ: N×1; write_weights: N×H; → N×1.
Var usage(Var past, Var write_weights, Var retention);

/// a[φ(j)] = (1 − u[φ(j)])·Π_{i<j} u[φ(i)], φ the slots by rising usage, the lower number first where two are equal;
/// φ counts as constant. usage: N×1, within 0..1; → N×1, which sums to at most 1.
Var allocation(Var usage);

/// A reading head's weighting: Σ_h π_h·backward_h + π_H·content + Σ_h π_(H+1+h)·forward_h.
/// directions: as Linkage::directions, N×2HR; content: N×R; modes π: (1 + 2H)×R; → N×R.
Var mix_modes(Var directions, Var content, Var modes);

/// Cosine similarity of what a mask lets through (Csordás & Schmidhuber 2019): that of Mₙ∘m_h and k_h∘m_h, with
/// cosine()'s epsilon. memory: N×width; keys, masks: width×heads; → N×heads.
Var masked_cosine(Var memory, Var keys, Var masks);

}  // namespace tapehead::inline TAPEHEAD_REAL
