#include "catalogue/catalogue.hpp"
#include "catalogue/rows/addressing_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/make_part.hpp"
#include "models/looks/annotation_attention.hpp"
#include "models/looks/hard_attention.hpp"
#include "models/looks/location_attention.hpp"
#include "models/looks/memory_attention.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::vector<Option> lookup_options() {
  return joined({content_options(false, "general"),
                 {Option::choice("attention.strength", "one", {"one", "learned"},
                                 "what multiplies the scores: nothing, or a head's strength, which cosine asks for")}});
}

/// What goes with looks by content, soft or hard.
std::vector<Option> look_options() {
  return {
      Option::flag("attention.gate", false,
                   "what is read is multiplied by a number from 0 to 1 that the decoder gives (Xu et al. 2015, 4.2.1)"),
      Option::real("attention.penalty", 0, 0, 1000,
                   "factor of the doubly stochastic penalty: over an answer all annotations are to be looked at alike "
                   "(Xu et al. 2015, eq. 14)")
          .checked_at("0.5"),
      Option::choice("attention.penalty-target", "share", {"share", "one"},
                     "what each annotation is to get in all: looks/annotations, or 1, as published"),
      Option::real("attention.guidance", 0, 0, 1000,
                   "factor of what a look costs that misses what is said next, of tasks that tell where that is; 0: it "
                   "finds out by itself (Liu et al. 2017)")
          .checked_at("0.5")};
}

LookCostSettings look_costs(const Settings& s) {
  return {static_cast<Real>(s.real("attention.entropy")),
          {static_cast<Real>(s.real("attention.penalty")), s.text("attention.penalty-target") == "share"},
          static_cast<Real>(s.real("attention.guidance"))};
}

AnnotationLookup make_lookup(const Settings& s, const Scope& scope, SimilarityWidths widths) {
  return {scope, make_content_lookup(s, widths, scope), widths.key, s.text("attention.strength") == "learned"};
}

DecoderAttentionRow by_content(const char* name, const char* summary, const char* source, Locality locality) {
  std::vector<Option> options = joined({lookup_options(), look_options()});
  options.push_back(Option::real("attention.entropy", 0, -1000, 1000,
                                 "factor of the looks' entropy, which is made large; below 0 small, for sharper looks")
                        .checked_at("-0.3"));
  if (locality != Locality::kGlobal)
    options.push_back(Option::integer("attention.window", 10, 1, 1048576,
                                      "annotations seen to either side of the one looked for (the paper's D)")
                          .checked_at("1"));
  return {{name, summary, source, options, {}},
          [locality](const Settings& s, const Scope& scope, DecoderAttentionSizes sizes) {
            AnnotationAttentionSettings a;
            a.locality = locality;
            a.gated = s.flag("attention.gate");
            a.costs = look_costs(s);
            if (locality != Locality::kGlobal) a.window = s.size("attention.window");
            return std::make_unique<AnnotationAttention>(scope, a, sizes,
                                                         make_lookup(s, scope, {sizes.annotation, sizes.query}));
          }};
}

std::vector<Option> hard_options() {
  return {
      Option::choice("attention.estimator", "reinforce", {"reinforce", "straight-through", "gumbel", "gumbel-hard"},
                     "how a gradient comes past what is drawn: by the score function, as if the weights had been read, "
                     "or by Gumbel's softmax, soft or its largest alone"),
      Option::choice("attention.credit", "answer", {"answer", "to-go"},
                     "what reinforce holds a look to account for: the whole answer, as published, or what is said from "
                     "it on")
          .only_with("attention.estimator", {"reinforce"}),
      Option::choice("attention.scored", "sample", {"sample", "likeliest", "expected"},
                     "what is read outside of training: what is drawn, the likeliest annotation, or as soft attention "
                     "would"),
      Option::real("attention.reward", 1, 0, 1000, "factor of reinforce's term (the paper's lambda_r)")
          .only_with("attention.estimator", {"reinforce"}),
      Option::real("attention.entropy", 0.01, -1000, 1000,
                   "factor of the looks' entropy, which is made large (lambda_e); below 0 small"),
      Option::real("attention.expected", 0.5, 0, 1,
                   "probability that an episode of training reads what is expected, not what is drawn")
          .checked_at("0.655"),  // of the two episodes of the checks one reads the one, and one the other
      Option::integer("attention.expected-first", 0, 0, 1000000000,
                      "training sequences of which all read what is expected, before anything is drawn")
          .checked_at("1"),
      Option::real("attention.temperature", 1, 0.01, 100, "of Gumbel's softmax: the lower, the harder and noisier")
          .checked_at("0.7")
          .only_with("attention.estimator", {"gumbel", "gumbel-hard"})};
}

Estimator estimator(const std::string& name) {
  return name == "reinforce"          ? Estimator::kReinforce
         : name == "straight-through" ? Estimator::kStraightThrough
         : name == "gumbel"           ? Estimator::kGumbel
                                      : Estimator::kGumbelHard;
}

std::unique_ptr<DecoderAttention> make_hard(const Settings& s, const Scope& scope, DecoderAttentionSizes sizes) {
  HardAttentionSettings h;
  const std::string& scored = s.text("attention.scored");
  h.estimator = estimator(s.text("attention.estimator"));
  h.credit = s.text("attention.credit") == "answer" ? Credit::kAnswer : Credit::kToGo;
  h.scored = scored == "sample" ? Scored::kSample : scored == "likeliest" ? Scored::kLikeliest : Scored::kExpected;
  h.reward = static_cast<Real>(s.real("attention.reward"));
  h.expected = static_cast<Real>(s.real("attention.expected"));
  h.expected_first = s.size("attention.expected-first");
  h.temperature = static_cast<Real>(s.real("attention.temperature"));
  h.gated = s.flag("attention.gate");
  h.costs = look_costs(s);
  return std::make_unique<HardAttention>(scope, h, sizes, make_lookup(s, scope, {sizes.annotation, sizes.query}));
}

std::unique_ptr<DecoderAttention> make_location(const Settings& s, const Scope& scope, DecoderAttentionSizes sizes) {
  LocationAttentionSettings l;
  l.shifts = s.size("memory.shifts");
  l.training_sharpening = {static_cast<Real>(s.real("memory.training-sharpening")),
                           s.size("memory.training-sharpening-from")};
  return std::make_unique<LocationAttention>(scope, l, sizes,
                                             make_lookup(s, scope, {sizes.annotation, sizes.annotation}));
}

std::unique_ptr<DecoderAttention> make_memory(const Settings& s, const Scope& scope, DecoderAttentionSizes sizes) {
  return std::make_unique<MemoryAttention>(scope, make_part(memory_rows(), s, "memory", s, scope / "memory"), sizes);
}

}  // namespace

const std::vector<DecoderAttentionRow>& decoder_attention_rows() {
  static const std::vector<DecoderAttentionRow> rows = {
      by_content("global", "decoder looks: at all annotations, by content",
                 "Bahdanau, Cho & Bengio 2015; Luong, Pham & Manning 2015, section 3.1", Locality::kGlobal),
      {{"none",
        "decoder looks: nowhere; it has what it begins with",
        "Sutskever, Vinyals & Le 2014; Cho et al. 2014",
        {},
        {}},
       [](const Settings&, const Scope&, DecoderAttentionSizes) { return std::make_unique<NoAttention>(); }},
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
      {{"hard",
        "decoder looks: at one annotation, drawn by content",
        "Xu et al. 2015, section 4.1",
        joined({lookup_options(), look_options(), hard_options()}),
        {}},
       make_hard},
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
