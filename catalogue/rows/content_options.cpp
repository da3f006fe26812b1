#include "catalogue/rows/content_options.hpp"

#include "catalogue/catalogue.hpp"
#include "catalogue/rows/make_part.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<Option> content_options(bool squash_keys, const char* similarity) {
  return {Option::a_part("memory.similarity", PartKind::kSimilarity, similarity, "how alike a slot is to a key"),
          Option::a_part("memory.focus", PartKind::kNormaliser, "softmax", "how scores become a weighting"),
          Option::flag("memory.squash-keys", squash_keys, "keys through tanh")};
}

std::unique_ptr<ContentLookup> make_content_lookup(const Settings& settings, SimilarityWidths widths,
                                                   const Scope& scope) {
  auto similarity = make_part(similarity_rows(), settings, "memory.similarity", settings, widths, scope / "similarity");
  return std::make_unique<ContentLookup>(std::move(similarity),
                                         make_part(normaliser_rows(), settings, "memory.focus", settings),
                                         settings.flag("memory.squash-keys"));
}

std::vector<Option> joined(std::initializer_list<std::vector<Option>> lists) {
  std::vector<Option> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
