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

/// The options of attention by content, beside content_options().
struct LookupOptions {
  bool learned_strength = false;
};

Bound<LookupOptions> lookup_options() {
  return Bound<LookupOptions>{}
      .declare(content_options({.similarity = "general", .squash_keys = false}).options())
      .choice("attention.strength", &LookupOptions::learned_strength, {{"one", false}, {"learned", true}},
              "what multiplies the scores: nothing, or a head's strength, which cosine asks for");
}

AnnotationLookup make_lookup(const Settings& s, const Scope& scope, SimilarityWidths widths) {
  return {scope, make_content_lookup(s, widths, scope), widths.key, lookup_options().read(s).learned_strength};
}

/// The options of attention by content, soft or hard.
template <class Look>
Bound<Look> look_options(Look initial) {
  const auto penalty = inside(&Look::costs, &LookCostSettings::penalty);
  return Bound<Look>(initial)
      .flag("attention.gate", &Look::gated,
            "what is read is multiplied by a number from 0 to 1 that the decoder gives (Xu et al. 2015, 4.2.1)")
      .real("attention.penalty", inside(penalty, &DoublyStochasticSettings::factor), 0, 1000,
            "factor of the doubly stochastic penalty: over an answer all annotations should be looked at alike "
            "(Xu et al. 2015, eq. 14)")
      .checked_at("0.5")
      .choice("attention.penalty-target", inside(penalty, &DoublyStochasticSettings::share),
              {{"share", true}, {"one", false}},
              "what each annotation is to get in all: looks/annotations, or 1, as published")
      .real("attention.guidance", inside(&Look::costs, &LookCostSettings::guidance), 0, 1000,
            "factor of what a look costs that misses what is said next, of tasks that tell where that is; 0: it "
            "finds out by itself (Liu et al. 2017)")
      .checked_at("0.5");
}

DecoderAttentionRow by_content(const char* name, const char* summary, const char* source, Locality locality) {
  using Soft = AnnotationAttentionSettings;
  Bound<Soft> look = look_options<Soft>({.locality = locality});
  look.real("attention.entropy", inside(&Soft::costs, &LookCostSettings::entropy), -1000, 1000,
            "factor of the attention's entropy, which is maximised; below 0 minimised, for sharper looks")
      .checked_at("-0.3");
  if (locality != Locality::kGlobal)
    look.integer("attention.window", &Soft::window, 1, 1048576,
                 "annotations seen to either side of the one looked for (the paper's D)")
        .checked_at("1");
  return {{name, summary, source, Bound<Soft>{}.declare(lookup_options().options()).with(look).options(), {}},
          [look](const Settings& s, const Scope& scope, DecoderAttentionSizes sizes) {
            return std::make_unique<AnnotationAttention>(scope, look.read(s), sizes,
                                                         make_lookup(s, scope, {sizes.annotation, sizes.query}));
          }};
}

DecoderAttentionRow hard() {
  using Hard = HardAttentionSettings;
  Hard initial;
  initial.costs.entropy = Real(0.01);
  const Bound<Hard> look =
      look_options(initial)
          .choice("attention.estimator", &Hard::estimator,
                  {{"reinforce", Estimator::kReinforce},
                   {"straight-through", Estimator::kStraightThrough},
                   {"gumbel", Estimator::kGumbel},
                   {"gumbel-hard", Estimator::kGumbelHard}},
                  "gradient estimator for draws: the score function, as if the weights had been read, "
                  "or Gumbel's softmax, soft or its largest alone")
          .choice("attention.credit", &Hard::credit, {{"answer", Credit::kAnswer}, {"to-go", Credit::kToGo}},
                  "what reinforce holds a look to account for: the whole answer, as published, or what is said from "
                  "it on")
          .only_with("attention.estimator", {"reinforce"})
          .choice("attention.scored", &Hard::scored,
                  {{"sample", Scored::kSample}, {"likeliest", Scored::kLikeliest}, {"expected", Scored::kExpected}},
                  "what is read outside of training: what is drawn, the likeliest annotation, or as soft attention "
                  "would")
          .real("attention.reward", &Hard::reward, 0, 1000, "factor of reinforce's term (the paper's lambda_r)")
          .only_with("attention.estimator", {"reinforce"})
          .real("attention.entropy", inside(&Hard::costs, &LookCostSettings::entropy), -1000, 1000,
                "factor of the attention's entropy, which is maximised (lambda_e); below 0 minimised")
          .real("attention.expected", &Hard::expected, 0, 1,
                "probability that a training episode reads the expectation instead of a draw")
          .checked_at("0.655")  // so that of the checks' two episodes one is above and one below it
          .integer("attention.expected-first", &Hard::expected_first, 0, 1000000000,
                   "training sequences of which all read what is expected, before anything is drawn")
          .checked_at("1")
          .real("attention.temperature", &Hard::temperature, 0.01, 100,
                "of Gumbel's softmax: the lower, the harder and noisier")
          .checked_at("0.7")
          .only_with("attention.estimator", {"gumbel", "gumbel-hard"});
  return {{"hard",
           "decoder looks: at one annotation, drawn by content",
           "Xu et al. 2015, section 4.1",
           Bound<Hard>{}.declare(lookup_options().options()).with(look).options(),
           {}},
          [look](const Settings& s, const Scope& scope, DecoderAttentionSizes sizes) {
            return std::make_unique<HardAttention>(scope, look.read(s), sizes,
                                                   make_lookup(s, scope, {sizes.annotation, sizes.query}));
          }};
}

DecoderAttentionRow location() {
  const Bound<LocationAttentionSettings> shifts = shift_options<LocationAttentionSettings>();
  return {{"location",
           "decoder looks: by content and by shifting where it looked, as a Turing head",
           "Graves, Wayne & Danihelka 2014, section 3.3",
           Bound<LocationAttentionSettings>{}.declare(lookup_options().options()).with(shifts).options(),
           {}},
          [shifts](const Settings& s, const Scope& scope, DecoderAttentionSizes sizes) {
            return std::make_unique<LocationAttention>(scope, shifts.read(s), sizes,
                                                       make_lookup(s, scope, {sizes.annotation, sizes.annotation}));
          }};
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
      location(),
      hard(),
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
