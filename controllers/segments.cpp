#include "controllers/segments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

SegmentLayers::SegmentLayers(const Scope& own, const SegmentSettings& settings, size_t inputs, size_t before)
    : size_(settings.size),
      steps_(settings.segment),
      memory_tokens_(settings.memory_tokens),
      before_(before),
      dropout_(settings.dropout),
      token_(own.add("token", settings.size, inputs + 1, unit_outputs(inputs))),
      memory_(own.add("memory", settings.size, settings.memory_tokens, normal(kPositionDeviation))),
      positions_(own, settings.positions, settings.size, settings.segment, "controller.segment"),
      layers_([&] {
        std::vector<Layer> layers;
        for (size_t i = 0; i < settings.layers; ++i) {
          const Scope layer = own / layer_name(i);
          layers.push_back({{layer / "attention", settings}, {layer / "feedforward", settings}});
        }
        return layers;
      }()),
      norm_(own, settings) {}

std::string SegmentLayers::layer_name(size_t i) { return fmt::format("layer-{}", i + 1); }

Var SegmentLayers::memory(const Context& context) const {
  return repeat(context.tape.parameter(memory_), context.batch);
}

Var SegmentLayers::token(const Context& context, std::span<const Var> inputs, size_t place) const {
  const Var bare = linear(context.tape.parameter(token_), inputs);
  return dropout(positions_.added_to(bare, place), dropout_, context);
}

Var SegmentLayers::through(const Context& context, size_t i, Var token, const Segment& segment) const {
  const std::span<Var> remembered(segment.remembered + i * room(), segment.tokens + 1);
  return layers_[i].feedforward(context, layers_[i].attention.next(context, token, remembered));
}

Segment SegmentLayers::restored(Tape& tape, const State& lists, size_t place) const {
  Segment segment = begun(tape);
  segment.tokens = before_ + place;
  for (size_t i = 0; i < layers_.size(); ++i)
    std::copy_n(lists.list(i, layers_.size()).begin(), segment.tokens, segment.remembered + i * room());
  return segment;
}

std::span<const Var> SegmentLayers::lists(Tape& tape, const Segment& segment, size_t batch) const {
  const size_t count = layers_.size() * kept();
  Var* const all = tape.keep<Var>(count);
  std::fill_n(all, count, tape.filled(2 * size_, 1, batch, 0));
  for (size_t i = 0; i < layers_.size(); ++i)
    std::copy_n(segment.remembered + i * room(), segment.tokens, all + i * kept());
  return {all, count};
}

Var SegmentLayers::place(Tape& tape, const Segment& segment, size_t batch) const {
  return tape.filled(1, 1, batch, static_cast<Real>(segment.tokens - before_));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
