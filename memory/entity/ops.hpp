#pragma once
// The ops of the recurrent entity network for each slot and sentence (Henaff et al. 2017, section 2.2). Stories are
// side by side as columns, not as items: slots 0 … S − 1 of the first story, then those of the second …, so that
// stories already read to the end are left out by a window. All values have one item.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// g(j, e) = σ(s_e·h_je + s_e·w_j) (eq. 2): which slots a sentence is about. state: width×(slots·stories); keys:
/// width×slots; sentences: width×stories; → slots×stories.
Var entity_gates(Var state, Var keys, Var sentences);

/// The inputs of an update; shapes as in entity_gates().
struct EntityUpdate {
  Var state;
  Var gates;           ///< slots×stories
  Var from_state;      ///< U·h, width×(slots·stories)
  Var from_keys;       ///< V·w, width×slots
  Var from_sentences;  ///< W·s, width×stories
  Var slopes;          ///< a of φ(z) = z where z > 0, else a∘z: width×1
  bool normalize;      ///< whether each slot is normalised to the unit sphere, which is how it forgets
};

/// u = h + g·φ(U·h + V·w + W·s) (eqs. 3, 4), and h′ = u / √(‖u‖² + 1e-8) (eq. 5), or u. → shape of the state.
Var entity_update(const EntityUpdate& update);

}  // namespace tapehead::inline TAPEHEAD_REAL
