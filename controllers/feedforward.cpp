#include "controllers/feedforward.hpp"

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

FeedforwardController::FeedforwardController(const Scope& scope, const FeedforwardSettings& settings, size_t x_size,
                                             size_t read_size)
    : Controller(sizes(settings)),
      settings_(settings),
      weights_((scope / "feedforward").add("weights", settings.size, x_size + read_size + 1, glorot_with_bias())) {}

State FeedforwardController::start(const Context&) const { return {}; }

Controller::Step FeedforwardController::step(const Context& context, Columns inputs, const State&) const {
  const Var output = activate(settings_.activation, linear(context.tape.parameter(weights_), inputs));
  watch("hidden", output, kHidden);
  return {output, {}};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
