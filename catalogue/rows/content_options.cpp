#include "catalogue/rows/content_options.hpp"

#include "catalogue/catalogue.hpp"
#include "catalogue/rows/make_part.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Bound<ContentSettings> content_options(ContentSettings initial) {
  return Bound<ContentSettings>(std::move(initial))
      .part("memory.similarity", &ContentSettings::similarity, PartKind::kSimilarity, "how alike a slot is to a key")
      .part("memory.focus", &ContentSettings::focus, PartKind::kNormaliser, "how scores become a weighting")
      .flag("memory.squash-keys", &ContentSettings::squash_keys, "keys through tanh");
}

Bound<ContentSettings> recall_options(ContentSettings initial) {
  return content_options(std::move(initial)).with(iteration_options<ContentSettings>());
}

std::unique_ptr<ContentLookup> make_content_lookup(const Settings& settings, SimilarityWidths widths,
                                                   const Scope& scope) {
  ContentSettings content;
  recall_options().fill_declared(settings, content);
  auto similarity = make_part(similarity_rows(), settings, "memory.similarity", settings, widths, scope / "similarity");
  return std::make_unique<ContentLookup>(std::move(similarity),
                                         make_part(normaliser_rows(), settings, "memory.focus", settings),
                                         content.squash_keys, content.iterations);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
