#include "catalogue/addressing_options.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/content_options.hpp"
#include "catalogue/make_part.hpp"
#include "models/annotation_attention.hpp"
#include "models/location_attention.hpp"
#include "models/memory_attention.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::vector<Option> lookup_options() {
  return joined({content_options(false, "general"),
                 {Option::choice("attention.strength", "one", {"one", "learned"},
                                 "what multiplies the scores: nothing, or a head's strength, which cosine asks for")}});
}

AnnotationLookup make_lookup(const Settings& s, const Scope& scope, SimilarityWidths widths) {
  return {scope, make_content_lookup(s, widths, scope), widths.key, s.text("attention.strength") == "learned"};
}

AttentionRow by_content(const char* name, const char* summary, const char* source, Locality locality) {
  std::vector<Option> options = lookup_options();
  if (locality != Locality::kGlobal)
    options.push_back(Option::integer("attention.window", 10, 1, 1048576,
                                      "annotations seen to either side of the one looked for (the paper's D)")
                          .checked_at("1"));
  return {{name, summary, source, options, {}},
          [locality](const Settings& s, const Scope& scope, AttentionSizes sizes) {
            AnnotationAttentionSettings a;
            a.locality = locality;
            if (locality != Locality::kGlobal) a.window = s.size("attention.window");
            return std::make_unique<AnnotationAttention>(scope, a, sizes,
                                                         make_lookup(s, scope, {sizes.annotation, sizes.query}));
          }};
}

std::unique_ptr<Attention> make_location(const Settings& s, const Scope& scope, AttentionSizes sizes) {
  LocationAttentionSettings l;
  l.shifts = s.size("memory.shifts");
  l.training_sharpening = {static_cast<Real>(s.real("memory.training-sharpening")),
                           s.size("memory.training-sharpening-from")};
  return std::make_unique<LocationAttention>(scope, l, sizes,
                                             make_lookup(s, scope, {sizes.annotation, sizes.annotation}));
}

std::unique_ptr<Attention> make_memory(const Settings& s, const Scope& scope, AttentionSizes sizes) {
  return std::make_unique<MemoryAttention>(scope, make_part(memory_rows(), s, "memory", s, scope / "memory"), sizes);
}

}  // namespace

const std::vector<AttentionRow>& decoder_attention_rows() {
  static const std::vector<AttentionRow> rows = {
      by_content("global", "decoder looks: at all annotations, by content",
                 "Bahdanau, Cho & Bengio 2015; Luong, Pham & Manning 2015, section 3.1", Locality::kGlobal),
      {{"none",
        "decoder looks: nowhere; it has what it begins with",
        "Sutskever, Vinyals & Le 2014; Cho et al. 2014",
        {},
        {}},
       [](const Settings&, const Scope&, AttentionSizes) { return std::make_unique<NoAttention>(); }},
      by_content("local-m", "decoder looks: at annotations about as far on as it is itself",
                 "Luong, Pham & Manning 2015, section 3.2", Locality::kMonotonic),
      by_content("local-p", "decoder looks: at annotations about a place that it predicts",
                 "Luong, Pham & Manning 2015, section 3.2", Locality::kPredictive),
      {{"location",
        "decoder looks: by content and by shifting where it looked, as a Turing head",
        "Graves, Wayne & Danihelka 2014, section 3.3",
        joined({lookup_options(), shift_options()}),
        {}},
       make_location},
      {{"memory",
        "decoder looks: into a memory that the encoder has written, and may write there itself",
        "this project",
        {Option::a_part("memory", PartKind::kMemory, "ntm", "what the encoder writes and the decoder reads")},
        {}},
       make_memory},
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
