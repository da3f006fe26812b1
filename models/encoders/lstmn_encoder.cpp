#include "models/encoders/lstmn_encoder.hpp"

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/ragged.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Reading LstmnEncoder::read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const {
  Tape& tape = context.tape;
  Var* const tokens = tape.keep<Var>(inputs.cols);
  for (size_t t = 0; t < inputs.cols; ++t) tokens[t] = columns(inputs, t, 1);
  std::span<const Var> below(tokens, inputs.cols);
  Var* const ended = tape.keep<Var>(2 * layers_.size());
  State* const carried = tape.keep<State>(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) {
    const LstmnLayer::Passed passed = layers_[i].pass(context, below);
    const Var last = last_of(passed.memory, lengths);
    ended[2 * i] = columns(last, 0, 1);
    ended[2 * i + 1] = columns(last, 1, 1);
    carried[i] = passed.state;
    below = passed.hidden;
  }
  return {beside(below),
          ended[2 * layers_.size() - 2],
          lengths,
          {ended, 2 * layers_.size()},
          {},
          State::of_parts(tape, std::span<const State>(carried, layers_.size()))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
