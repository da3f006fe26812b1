#pragma once
// What every part that looks up by content declares, and how its look-up is made.

#include <memory>
#include <string>

#include "attention/content_lookup.hpp"
#include "autodiff/tape/scope.hpp"
#include "catalogue/options/bound.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ContentSettings {
  std::string similarity = "cosine", focus = "softmax";  ///< the names of their rows
  bool squash_keys = true;                               ///< keys through tanh
};

/// memory.similarity, memory.focus, memory.squash-keys, with those defaults.
Bound<ContentSettings> content_options(ContentSettings initial = {});

/// The look-up that those settings say, for slots of that width.
std::unique_ptr<ContentLookup> make_content_lookup(const Settings& settings, SimilarityWidths widths,
                                                   const Scope& scope);

}  // namespace tapehead::inline TAPEHEAD_REAL
