#include "catalogue/options/bound.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/encoders/classifier.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const Bound<ClassifierSettings>& classifier_options() {
  static const auto all =
      Bound<ClassifierSettings>{}
          .part("encoder", PartKind::kEncoder, "lstm", "what reads")
          .choice("model.pooling", &ClassifierSettings::pooling,
                  {{"summary", Pooling::kSummary}, {"attention", Pooling::kAttention}},
                  "what the class is made of: the encoder's summary, or what a learned look finds")
          .real("model.dropout", &ClassifierSettings::dropout, 0, 0.95, "of what the class is made of, in training")
          .checked_at("0.25");
  return all;
}

std::unique_ptr<Model> make_classifier(const Settings& s, const Spec& spec, const Scope& scope) {
  return std::make_unique<Classifier>(scope, spec, classifier_options().read(s), [&](const Scope& inner, Layout x) {
    return make_part(encoder_rows(), s, "encoder", s, inner, x);
  });
}

}  // namespace

ModelRow classifier_row() {
  PartInfo info{"classifier",
                "an encoder reads a picture or a sequence, whose class is predicted",
                "Dosovitskiy et al. 2021; Lin et al. 2017",
                classifier_options().options(),
                {}};
  info.once = true;
  return {info, make_classifier};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
