// The optimisers.

#include "autodiff/optimisers/adam.hpp"
#include "autodiff/optimisers/rms_prop.hpp"
#include "autodiff/optimisers/sgd.hpp"
#include "catalogue/rows/make_part.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Option momentum() { return Option::real("train.momentum", 0.9, 0, 0.9999, "share of the last step that is kept"); }

/// The row of an optimiser whose settings begin with the momentum, its only option.
template <class Part, class PartSettings>
std::unique_ptr<Optimizer> with_momentum(const Settings& settings, size_t parameters) {
  PartSettings own;
  own.momentum = static_cast<Real>(settings.real("train.momentum"));
  return std::make_unique<Part>(parameters, own);
}

}  // namespace

const std::vector<OptimizerRow>& optimizer_rows() {
  static const std::vector<OptimizerRow> rows = {
      {{"graves-rmsprop", "by the deviation of each weight's gradient", "Graves 2013, eqs. 38-41", {momentum()}, {}},
       with_momentum<GravesRmsProp, GravesRmsPropSettings>},
      {{"rmsprop", "by the size of each weight's gradient", "Tieleman & Hinton 2012", {momentum()}, {}},
       with_momentum<RmsProp, RmsPropSettings>},
      {{"adam", "by running mean and size of each weight's gradient", "Kingma & Ba 2015", {}, {}},
       [](const Settings&, size_t parameters) { return std::make_unique<Adam>(parameters); }},
      {{"sgd", "along the gradient", "Robbins & Monro 1951; Polyak 1964", {momentum()}, {}},
       with_momentum<Sgd, SgdSettings>},
  };
  return rows;
}

std::unique_ptr<Optimizer> make_optimizer(const Settings& settings, size_t parameters) {
  return make_part(optimizer_rows(), settings, "train.optimizer", settings, parameters);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
