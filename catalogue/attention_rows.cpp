#include <fmt/format.h>

#include "attention/additive_similarity.hpp"
#include "attention/cosine_similarity.hpp"
#include "attention/dot_similarity.hpp"
#include "attention/general_similarity.hpp"
#include "attention/hard.hpp"
#include "attention/negative_distance.hpp"
#include "attention/softmax_normaliser.hpp"
#include "attention/sparsemax.hpp"
#include "attention/top_k.hpp"
#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

template <class Part>
std::unique_ptr<Similarity> fixed(const Settings& settings, SimilarityWidths widths, const Scope&) {
  if (widths.slot != widths.key)
    throw InputError(
        fmt::format("memory.similarity: got {}, with slots of {} numbers and keys of {}; one that maps "
                    "between the two is needed: general or additive",
                    settings.text("memory.similarity"), widths.slot, widths.key));
  return std::make_unique<Part>();
}

template <class Part>
std::unique_ptr<Normaliser> plain(const Settings&) {
  return std::make_unique<Part>();
}

}  // namespace

const std::vector<SimilarityRow>& similarity_rows() {
  static const std::vector<SimilarityRow> rows = {
      {{"cosine", "similarity: cosine of the angle", "Graves, Wayne & Danihelka 2014, eq. 6", {}, {}},
       fixed<CosineSimilarity>},
      {{"dot", "similarity: dot product", "Luong, Pham & Manning 2015, section 3.1", {}, {}}, fixed<DotSimilarity>},
      {{"scaled-dot",
        "similarity: dot product over the square root of the width",
        "Vaswani et al. 2017, eq. 1",
        {},
        {}},
       fixed<ScaledDotSimilarity>},
      {{"general",
        "similarity: dot product with a learned map of the key, at first the identity",
        "Luong, Pham & Manning 2015, section 3.1",
        {},
        {}},
       [](const Settings&, SimilarityWidths widths, const Scope& scope) {
         return std::make_unique<GeneralSimilarity>(scope, widths);
       }},
      {{"additive",
        "similarity: by a learned network with one hidden layer",
        "Bahdanau, Cho & Bengio 2015, section A.1.2",
        {Option::integer("memory.similarity-size", 16, 1, 65536, "hidden units")},
        {}},
       [](const Settings& s, SimilarityWidths widths, const Scope& scope) {
         return std::make_unique<AdditiveSimilarity>(scope, widths, s.size("memory.similarity-size"));
       }},
      {{"negative-distance", "similarity: squared distance, negative", "Snell, Swersky & Zemel 2017, eq. 2", {}, {}},
       fixed<NegativeDistanceSimilarity>},
  };
  return rows;
}

const std::vector<FocusRow>& focus_rows() {
  static const std::vector<FocusRow> rows = {
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
      {{"top-k",
        "focus: softmax of the highest scores, exactly 0 elsewhere",
        "Rae et al. 2016, section 3.1",
        {Option::integer("memory.top-k", 4, 1, 1048576, "slots that get a weight; all, where there are no more")},
        {}},
       [](const Settings& s) { return std::make_unique<TopKNormaliser>(s.size("memory.top-k")); }},
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
