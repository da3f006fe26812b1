#pragma once
// Pictures small enough for differences: what models that look at pictures are checked on.

#include "tasks/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Pictures of 5×6 pixels in two colours, and three classes.
Spec small_picture_spec();

/// Two of them.
Batch small_picture_batch();

}  // namespace tapehead::inline TAPEHEAD_REAL
