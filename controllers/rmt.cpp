#include "controllers/rmt.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/ops/watch.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

inline constexpr View kMemoryTokensView = View{"component", "token"}.called("Memory tokens of the segment");

}  // namespace

RmtController::RmtController(const Scope& scope, const RmtSettings& settings, size_t x_size, size_t read_size)
    : RmtController(scope / "rmt", settings, x_size + read_size) {}

RmtController::RmtController(const Scope& own, const RmtSettings& settings, size_t inputs)
    : Controller(sizes(settings)),
      settings_(settings),
      token_(own.add("token", settings.size, inputs + 1, unit_outputs(inputs))),
      memory_(own.add("memory", settings.size, settings.memory_tokens, normal(kPositionDeviation))),
      positions_(own, settings.positions, settings.size, settings.segment, "controller.segment"),
      layers_([&] {
        std::vector<Layer> layers;
        for (size_t i = 0; i < settings.layers; ++i) {
          const Scope layer = own / fmt::format("layer-{}", i + 1);
          layers.push_back({{layer / "attention", settings}, {layer / "feedforward", settings}});
        }
        return layers;
      }()),
      norm_(own, settings) {}

StateNames RmtController::state_names() const {
  return joined(names_of<RmtState>(), StateNames{"", {}, numbered("keys_values", layers_.size())});
}

/// One token of the segment more: its output.
Var RmtController::through(const Context& context, Var token, Segment& segment) const {
  const size_t now = segment.tokens + 1;
  for (size_t i = 0; i < layers_.size(); ++i)
    token = layers_[i].feedforward(context,
                                   layers_[i].attention.next(context, token, {segment.remembered + i * room(), now}));
  segment.tokens = now;
  return norm_(token);
}

/// The memory's tokens one after the other: their outputs.
Var RmtController::through_all(const Context& context, Var memory, Segment& segment) const {
  Var* const outputs = context.tape.keep<Var>(memory.cols);
  for (size_t j = 0; j < memory.cols; ++j) outputs[j] = through(context, columns(memory, j, 1), segment);
  return beside(std::span<const Var>(outputs, memory.cols));
}

State RmtController::state_of(Tape& tape, Var memory, const Segment& segment) const {
  const Var nothing = tape.filled(2 * settings_.size, 1, memory.batch(), 0);
  Var* const all = tape.keep<Var>(layers_.size() * kept());
  std::fill_n(all, layers_.size() * kept(), nothing);
  for (size_t i = 0; i < layers_.size(); ++i)
    std::copy_n(segment.remembered + i * room(), segment.tokens, all + i * kept());
  const auto place = static_cast<Real>(segment.tokens - settings_.memory_tokens);
  return State::of(tape, RmtState{memory, tape.filled(1, 1, memory.batch(), place)},
                   std::span<const Var>(all, layers_.size() * kept()));
}

/// The state before the first step of a segment: its memory has been read.
State RmtController::begun(const Context& context, Var memory) const {
  Segment segment{context.tape.keep<Var>(layers_.size() * room()), 0};
  through_all(context, memory, segment);
  return state_of(context.tape, memory, segment);
}

State RmtController::start(const Context& context) const {
  return begun(context, repeat(context.tape.parameter(memory_), context.batch));
}

Controller::Step RmtController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  const auto [memory, steps] = past.as<RmtState>();
  const auto place = static_cast<size_t>(*tape.value(steps).data);
  const State lists = past.after<RmtState>();
  Segment segment{tape.keep<Var>(layers_.size() * room()), settings_.memory_tokens + place};
  for (size_t i = 0; i < layers_.size(); ++i)
    std::copy_n(lists.list(i, layers_.size()).begin(), segment.tokens, segment.remembered + i * room());
  const Var bare = linear(tape.parameter(token_), inputs);
  const Var token = dropout(positions_.added_to(bare, place), settings_.dropout, context);
  const Var output = through(context, token, segment);
  watch("hidden", output, kHidden);
  watch("memory-tokens", memory, kMemoryTokensView);
  if (place + 1 < settings_.segment) return {output, state_of(tape, memory, segment)};
  return {output, begun(context, through_all(context, memory, segment))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
