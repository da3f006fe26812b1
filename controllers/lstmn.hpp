#pragma once
// The long short-term memory-network as a controller.

#include <vector>

#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "controllers/lstmn_layer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct LstmnSettings {
  size_t size = 100;  ///< cells a layer
  size_t layers = 1;
};

/// The view of a step's attention to its own past ("attention"); the state before the first step is on top.
inline constexpr View kOwnPast = View{"step", "layer", 0, 1}.called("attention to its own past");

/// Layers of cells that attend to their past (controllers/lstmn_layer.hpp), each fed by the one below (Cheng, Dong &
/// Lapata 2016, section 3). The cost of a step grows with the number of steps before it. The state is those of the
/// layers.
class LstmnController final : public Controller {
 public:
  /// x_size: features of the input; read_size: of all reads together.
  LstmnController(const Scope& scope, const LstmnSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const LstmnSettings& settings) { return {settings.size}; }
  StateNames state_names() const override;
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;

 private:
  std::vector<LstmnLayer> layers_;
};

/// Layers named as those of other recurrent controllers, each fed by the one below. x, reads: as for a controller.
std::vector<LstmnLayer> lstmn_layers(const Scope& scope, const LstmnSettings& settings, size_t x_size, size_t read_size,
                                     bool deep = false);

}  // namespace tapehead::inline TAPEHEAD_REAL
