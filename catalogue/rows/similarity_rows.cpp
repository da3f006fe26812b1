#include "attention/normalisers/hard.hpp"
#include "attention/normalisers/softmax_normaliser.hpp"
#include "attention/normalisers/sparsemax.hpp"
#include "attention/normalisers/top_k.hpp"
#include "attention/scores/additive_similarity.hpp"
#include "attention/scores/cosine_similarity.hpp"
#include "attention/scores/dot_similarity.hpp"
#include "attention/scores/general_similarity.hpp"
#include "attention/scores/location_similarity.hpp"
#include "attention/scores/mapped_similarity.hpp"
#include "attention/scores/negative_distance.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/options/bound.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A similarity for slots and keys of one width; keys of another width are mapped to it.
template <class Part>
std::unique_ptr<Similarity> of_one_width(const Settings&, SimilarityWidths widths, const Scope& scope) {
  if (widths.slot == widths.key) return std::make_unique<Part>();
  return std::make_unique<MappedSimilarity>(scope, widths, std::make_unique<Part>());
}

template <class Part>
std::unique_ptr<Normaliser> plain(const Settings&) {
  return std::make_unique<Part>();
}

/// A similarity made from one number, beside the widths.
struct OneSize {
  size_t value;
};

template <class Part>
SimilarityRow of_size(const char* name, const char* summary, const char* source, const Bound<OneSize>& size) {
  return {{name, summary, source, size.options(), {}},
          [size](const Settings& s, SimilarityWidths widths, const Scope& scope) {
            return std::make_unique<Part>(scope, widths, size.read(s).value);
          }};
}

NormaliserRow top_k_row() {
  const Bound<OneSize> size = Bound<OneSize>({4}).integer("memory.top-k", &OneSize::value, 1, 1048576,
                                                          "slots that get a weight; all, where there are no more");
  return {{"top-k",
           "focus: softmax of the highest scores, exactly 0 elsewhere",
           "Rae et al. 2016, section 3.1",
           size.options(),
           {}},
          [size](const Settings& s) { return std::make_unique<TopKNormaliser>(size.read(s).value); }};
}

}  // namespace

const std::vector<SimilarityRow>& similarity_rows() {
  static const std::vector<SimilarityRow> rows = {
      {{"cosine", "similarity: cosine of the angle", "Graves, Wayne & Danihelka 2014, eq. 6", {}, {}},
       of_one_width<CosineSimilarity>},
      {{"dot", "similarity: dot product", "Luong, Pham & Manning 2015, section 3.1", {}, {}},
       of_one_width<DotSimilarity>},
      {{"scaled-dot",
        "similarity: dot product over the square root of the width",
        "Vaswani et al. 2017, eq. 1",
        {},
        {}},
       of_one_width<ScaledDotSimilarity>},
      {{"general",
        "similarity: dot product with a learned map of the key, at first the identity",
        "Luong, Pham & Manning 2015, section 3.1",
        {},
        {}},
       [](const Settings&, SimilarityWidths widths, const Scope& scope) {
         return std::make_unique<GeneralSimilarity>(scope, widths);
       }},
      of_size<AdditiveSimilarity>(
          "additive", "similarity: by a learned network with one hidden layer (Luong's concat is the same)",
          "Bahdanau, Cho & Bengio 2015, section A.1.2",
          Bound<OneSize>({16}).integer("memory.similarity-size", &OneSize::value, 1, 65536, "hidden units")),
      {{"negative-distance", "similarity: squared distance, negative", "Snell, Swersky & Zemel 2017, eq. 2", {}, {}},
       of_one_width<NegativeDistanceSimilarity>},
      of_size<LocationSimilarity>("location", "similarity: none, a score for each place from the key alone",
                                  "Luong, Pham & Manning 2015, eq. 8",
                                  Bound<OneSize>({128})
                                      .integer("memory.similarity-places", &OneSize::value, 1, 1048576,
                                               "slots that there are scores for, the first ones")
                                      .checked_at("9")),
  };
  return rows;
}

const std::vector<NormaliserRow>& normaliser_rows() {
  static const std::vector<NormaliserRow> rows = {
      {{"softmax",
        "focus: on every slot, by the exponential of its score",
        "Graves, Wayne & Danihelka 2014, eq. 5",
        {},
        {}},
       plain<SoftmaxNormaliser>},
      {{"sparsemax",
        "focus: on as few slots as the scores ask for, the nearest point of the simplex",
        "Martins & Astudillo 2016",
        {},
        {}},
       plain<SparsemaxNormaliser>},
      top_k_row(),
      {{"hard",
        "focus: on the slot with the highest score alone, with softmax's gradient",
        "Bengio, Leonard & Courville 2013; Jang, Gu & Poole 2017",
        {},
        {}},
       plain<HardNormaliser>},
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
