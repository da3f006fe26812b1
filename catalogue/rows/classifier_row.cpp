#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/encoders/classifier.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::unique_ptr<Model> make_classifier(const Settings& s, const Spec& spec, const Scope& scope) {
  ClassifierSettings c;
  c.pooling = s.text("model.pooling") == "attention" ? Pooling::kAttention : Pooling::kSummary;
  c.dropout = static_cast<Real>(s.real("model.dropout"));
  return std::make_unique<Classifier>(scope, spec, c, [&](const Scope& inner, Layout x) {
    return make_part(encoder_rows(), s, "encoder", s, inner, x);
  });
}

}  // namespace

ModelRow classifier_row() {
  PartInfo info{
      "classifier",
      "an encoder reads all there is, a picture or a sequence, and one class is said of it",
      "Dosovitskiy et al. 2021; Lin et al. 2017",
      {Option::a_part("encoder", PartKind::kEncoder, "lstm", "what reads"),
       Option::choice("model.pooling", "summary", {"summary", "attention"},
                      "what the class is made of: the encoder's summary, or what a learned look finds"),
       Option::real("model.dropout", 0, 0, 0.95, "of what the class is made of, in training").checked_at("0.25")},
      {}};
  info.once = true;
  return {info, make_classifier};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
