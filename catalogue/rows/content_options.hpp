#pragma once
// What every part that looks up by content declares, and how its look-up is made.

#include <memory>
#include <vector>

#include "attention/content_lookup.hpp"
#include "autodiff/tape/scope.hpp"
#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// memory.similarity, memory.focus, memory.squash-keys; the first and the last with that default.
std::vector<Option> content_options(bool squash_keys = true, const char* similarity = "cosine");

/// The look-up that those settings say, for slots of that width.
std::unique_ptr<ContentLookup> make_content_lookup(const Settings& settings, SimilarityWidths widths,
                                                   const Scope& scope);

/// Lists of options, one after the other.
std::vector<Option> joined(std::initializer_list<std::vector<Option>> lists);

}  // namespace tapehead::inline TAPEHEAD_REAL
