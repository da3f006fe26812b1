#pragma once
// The options of every part with look-up by content, and how the look-up is made.

#include <memory>
#include <string>

#include "attention/content_lookup.hpp"
#include "autodiff/tape/scope.hpp"
#include "catalogue/options/bound.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ContentSettings {
  std::string similarity = "cosine", focus = "softmax";  ///< names of rows
  bool squash_keys = true;                               ///< keys go through tanh
  size_t iterations = 1;                                 ///< of recall_options() alone
};

/// memory.similarity, memory.focus, memory.squash-keys, with those defaults.
Bound<ContentSettings> content_options(ContentSettings initial = {});

/// The same and memory.iterations, for look-ups whose slots are of the keys' width.
Bound<ContentSettings> recall_options(ContentSettings initial = {});
/// memory.iterations, for any settings with such a number.
template <class Recalling>
Bound<Recalling> iteration_options() {
  return Bound<Recalling>{}.integer(
      "memory.iterations", &Recalling::iterations, 1, 64,
      "look-ups of each head a step: what one finds is the next one's key (modern Hopfield retrieval)");
}

/// Makes the look-up that the settings describe, for slots of that width.
std::unique_ptr<ContentLookup> make_content_lookup(const Settings& settings, SimilarityWidths widths,
                                                   const Scope& scope);

}  // namespace tapehead::inline TAPEHEAD_REAL
