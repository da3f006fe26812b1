// The optimisers.

#include "autodiff/optimisers/adam.hpp"
#include "autodiff/optimisers/rms_prop.hpp"
#include "autodiff/optimisers/sgd.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/make_part.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The row of an optimiser whose only option is its momentum.
template <class Part, class PartSettings>
OptimizerRow with_momentum(const char* name, const char* summary, const char* source) {
  const Bound<PartSettings> options = Bound<PartSettings>{}.real("train.momentum", &PartSettings::momentum, 0, 0.9999,
                                                                 "share of the last step that is kept");
  return {{name, summary, source, options.options(), {}}, [options](const Settings& s, size_t parameters) {
            return std::make_unique<Part>(parameters, options.read(s));
          }};
}

}  // namespace

const std::vector<OptimizerRow>& optimizer_rows() {
  static const std::vector<OptimizerRow> rows = {
      with_momentum<GravesRmsProp, GravesRmsPropSettings>(
          "graves-rmsprop", "by the deviation of each weight's gradient", "Graves 2013, eqs. 38-41"),
      with_momentum<RmsProp, RmsPropSettings>("rmsprop", "by the size of each weight's gradient",
                                              "Tieleman & Hinton 2012"),
      {{"adam", "by running mean and size of each weight's gradient", "Kingma & Ba 2015", {}, {}},
       [](const Settings&, size_t parameters) { return std::make_unique<Adam>(parameters); }},
      with_momentum<Sgd, SgdSettings>("sgd", "along the gradient", "Robbins & Monro 1951; Polyak 1964"),
  };
  return rows;
}

std::unique_ptr<Optimizer> make_optimizer(const Settings& settings, size_t parameters) {
  return make_part(optimizer_rows(), settings, "train.optimizer", settings, parameters);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
