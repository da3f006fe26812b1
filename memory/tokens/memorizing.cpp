#include "memory/tokens/memorizing.hpp"

#include <array>
#include <cmath>

#include "attention/fused/attend_nearest.hpp"
#include "attention/fused/multi_head.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Real kLeastKeySquare = Real(1e-6);  // of a vector's length, so that one of zeros stays so

/// log₂(L² − L) for a sequence of L steps (Henry et al. 2020, section 3.2): of what a head may see.
Real first_scale(const MemorizingSettings& settings) {
  const auto seen = static_cast<double>(std::max<size_t>(settings.window + settings.nearest, 3));
  return static_cast<Real>(std::log2(seen * seen - seen));
}

/// A column with each head's rows divided by their length; width of a head×heads.
Var of_unit_length(Var column, size_t heads) {
  const Var each = reshape(column, column.rows / heads, heads);
  return multiply(each, inverse_sqrt(shift(sum_rows(square(each)), kLeastKeySquare)));
}

}  // namespace

MemorizingMemory::MemorizingMemory(const Scope& scope, const MemorizingSettings& settings)
    : settings_(settings),
      scale_(scope.add("scale", 1, settings.heads, filled(first_scale(settings)))),
      gate_(scope.add("gate", 1, settings.heads, zeros())) {}

State MemorizingMemory::start(const Context& context) const {
  return State::of(context.tape, MemoryState{context.tape.filled(settings_.width, 1, context.batch, 0)});
}

Recurrent::Step MemorizingMemory::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  const Var controls = inputs[0];
  const size_t width = settings_.width, heads = settings_.heads, each = width / heads;
  const Var key = reshape(of_unit_length(rows(controls, width, width), heads), width, 1);
  const Var value = rows(controls, 2 * width, width);
  const State all = State::of(tape, std::span<const Var>(past.after<MemoryState>()), stack(std::array{key, value}));
  // What attend() divides by is taken back.
  const Var scales = scale(tape.parameter(scale_), std::sqrt(static_cast<Real>(each)));
  const auto query_of = [&](Var column) { return reshape(multiply(of_unit_length(column, heads), scales), width, 1); };
  const Var query = query_of(rows(controls, 0, width));
  const auto settled = [&](std::span<const Var> steps, size_t count) {  // the query of the last look-up
    Var next = query;
    for (size_t i = 1; i < settings_.iterations; ++i)
      next = query_of(attend_nearest(next, steps, heads, count, ReadOf::kKeys));
    return next;
  };
  const auto entries = std::span<const Var>(all);
  const size_t far = entries.size() - std::min(entries.size(), settings_.window);
  const auto before = entries.first(far), last = entries.subspan(far);
  Var read = attend(settled(last, last.size()), last, heads);
  const Var found = far > 0 ? attend_nearest(settled(before, settings_.nearest), before, heads, settings_.nearest)
                            : tape.filled(width, 1, context.batch, 0);
  if (far > 0) {
    const Var gate = sigmoid(tape.parameter(gate_));
    read = reshape(mix(gate, reshape(found, each, heads), reshape(read, each, heads)), width, 1);
  }
  watch("read/far", found, kReadView);
  watch("write/key", key, kAddView);
  watch("write/add", value, kAddView);
  watch("reads", read, kReadView);
  return {read, State::of(tape, MemoryState{read}, entries)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
