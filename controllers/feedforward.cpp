#include "controllers/feedforward.hpp"

#include "autodiff/linear.hpp"
#include "autodiff/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

FeedforwardController::FeedforwardController(ParameterStore& store, const FeedforwardSettings& settings, size_t x_size,
                                             size_t read_size)
    : settings_(settings),
      weights_(store.add("controller/feedforward/weights", settings.size, x_size + read_size + 1, glorot_with_bias())) {
}

State FeedforwardController::start(const Context&) const { return {}; }

Controller::Step FeedforwardController::step(const Context& context, std::span<const Var> inputs, const State&) const {
  const Var output = activate(settings_.activation, linear(context.tape.parameter(weights_), inputs));
  watch("controller/hidden", output);
  return {output, {}};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
