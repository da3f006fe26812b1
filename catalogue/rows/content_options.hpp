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
};

/// memory.similarity, memory.focus, memory.squash-keys, with those defaults.
Bound<ContentSettings> content_options(ContentSettings initial = {});

/// Makes the look-up that the settings describe, for slots of that width.
std::unique_ptr<ContentLookup> make_content_lookup(const Settings& settings, SimilarityWidths widths,
                                                   const Scope& scope);

}  // namespace tapehead::inline TAPEHEAD_REAL
