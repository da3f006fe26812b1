#include "controllers/armt.hpp"

#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

inline constexpr View kAssociationsView = View{"key", "component"}.called("What the layers know of earlier segments");

}  // namespace

ArmtController::ArmtController(const Scope& scope, const ArmtSettings& settings, size_t x_size, size_t read_size)
    : ArmtController(scope / "armt", settings, x_size + read_size) {}

ArmtController::ArmtController(const Scope& own, const ArmtSettings& settings, size_t inputs)
    : Controller(sizes(settings)),
      layers_(own, settings, inputs, 0),
      size_(settings.size),
      keys_(settings.features.size(settings.key_size)),
      steps_(settings.segment) {
  for (size_t i = 0; i < settings.layers; ++i)
    associations_.emplace_back(own / SegmentLayers::layer_name(i) / "associations", settings.size, settings.key_size,
                               settings.features);
}

Associations ArmtController::of_layer(size_t i, const ArmtState& all) const {
  return {columns(all.memory, i * size_, size_), columns(all.normaliser, i, 1)};
}

/// The memory's tokens through all layers, behind the segment's steps: what the next segment will read.
ArmtState ArmtController::written(const Context& context, const ArmtState& past, const Segment& segment) const {
  Tape& tape = context.tape;
  const size_t layers = layers_.count();
  Var tokens = layers_.memory(context);
  const size_t count = tokens.cols;
  Var* const memories = tape.keep<Var>(layers);
  Var* const normalisers = tape.keep<Var>(layers);
  for (size_t i = 0; i < layers; ++i) {
    const Associations known = of_layer(i, past);
    const Var all = add(tokens, associations_[i].read(tokens, known));
    Var* const outputs = tape.keep<Var>(count);
    for (size_t j = 0; j < count; ++j)
      outputs[j] = layers_.through(context, i, columns(all, j, 1), {segment.remembered, segment.tokens + j});
    tokens = beside(std::span<const Var>(outputs, count));
    const Associations after = associations_[i].write(tokens, known);
    memories[i] = after.memory;
    normalisers[i] = after.normaliser;
  }
  return {beside(std::span<const Var>(memories, layers)), beside(std::span<const Var>(normalisers, layers)),
          past.place};
}

State ArmtController::state_of(Tape& tape, const ArmtState& all, const Segment& segment) const {
  const size_t batch = all.memory.batch();
  return State::of(tape, ArmtState{all.memory, all.normaliser, layers_.place(tape, segment, batch)},
                   layers_.lists(tape, segment, batch));
}

State ArmtController::start(const Context& context) const {
  Tape& tape = context.tape;
  const size_t layers = layers_.count();
  const ArmtState nothing{
      tape.filled(keys_, size_ * layers, context.batch, 0), tape.filled(keys_, layers, context.batch, 0), {}};
  return state_of(tape, nothing, layers_.begun(tape));
}

Controller::Step ArmtController::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  const auto all = past.as<ArmtState>();
  const auto place = static_cast<size_t>(*tape.value(all.place).data);
  Segment segment = layers_.restored(tape, past.after<ArmtState>(), place);
  Var token = layers_.token(context, inputs, place);
  for (size_t i = 0; i < layers_.count(); ++i)
    token = layers_.through(context, i, add(token, associations_[i].read(token, of_layer(i, all))), segment);
  ++segment.tokens;
  const Var output = layers_.last(token);
  watch("hidden", output, kHidden);
  watch("associations", all.memory, kAssociationsView);
  if (place + 1 < steps_) return {output, state_of(tape, all, segment)};
  return {output, state_of(tape, written(context, all, segment), layers_.begun(tape))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
