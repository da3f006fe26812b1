#include "memory/tokens/token_turing.hpp"

#include <array>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/ragged.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

inline constexpr View kTokensView = View{"component", "slot"}.called("Memory");
inline constexpr View kSharesView = View{"token", "slot", 0, 1}.called("which tokens a slot is made of");
inline constexpr View kReadSharesView{"token", "head", 0, 1, "weighting"};

}  // namespace

TokenSummary::TokenSummary(const Scope& scope, size_t width, size_t tokens, size_t hidden, size_t summaries)
    : places_(scope.add("places", width, tokens, normal(1))),
      hidden_(scope.add("hidden-weights", hidden, width + 1, glorot_with_bias())),
      weights_(scope.add("weights", summaries, hidden + 1, glorot_with_bias())) {}

TokenSummary::Summed TokenSummary::operator()(Var tokens) const {
  Tape& tape = *tokens.tape;
  const Var units = gelu(linear(tape.parameter(hidden_), {add(tokens, tape.parameter(places_))}));
  const Var weights = softmax(transposed(linear(tape.parameter(weights_), {units})));
  return {matmul(tokens, weights), weights};
}

TokenTuringMemory::TokenTuringMemory(const Scope& scope, const TokenTuringSettings& settings)
    : settings_(settings),
      written_(scope / "write", settings.width, settings.slots + settings.tokens, settings.hidden, settings.slots),
      read_(scope / "read", settings.width, settings.slots + settings.tokens, settings.hidden, settings.reads) {}

/// A step leaves a memory, which tokens its slots are made of, and the units that weighed them.
Footprint TokenTuringMemory::footprint() const {
  const auto slots = static_cast<double>(settings_.slots), width = static_cast<double>(settings_.width);
  return {slots * width, slots * (width + slots + 2 * static_cast<double>(settings_.hidden))};
}

State TokenTuringMemory::start(const Context& context) const {
  Tape& tape = context.tape;
  return State::of(tape, TokenTuringState{tape.filled(reads(), 1, context.batch, 0),
                                          tape.filled(settings_.width, settings_.slots, context.batch, 0)});
}

Recurrent::Step TokenTuringMemory::step(const Context& context, Columns inputs, const State& past) const {
  const Var brought = reshape(inputs[0], settings_.width, settings_.tokens);
  const auto [memory, shares] = written_(beside(std::array{past.as<TokenTuringState>().memory, brought}));
  const auto [read, weights] = read_(beside(std::array{memory, brought}));
  watch("write/add", brought, kAddView);
  watch("write/shares", shares, kSharesView);
  watch("read/weights", weights, kReadSharesView);
  watch("reads", read, kReadView);
  watch("memory", memory, kTokensView);
  const Var column = reshape(read, reads(), 1);
  return {column, State::of(context.tape, TokenTuringState{column, memory})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
