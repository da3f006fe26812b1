#include "autodiff/tape/state.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void State::too_few(size_t got, const char* needed) {
  throw ShapeError(fmt::format("state: got {} of its values; those named {} are needed", got, needed));
}

Carried::Carried(const State& state) {
  for (const Var& value : state) {
    const auto window = value.tape->value(value);
    shapes_.push_back({value.rows, value.cols, static_cast<uint32_t>(window.batch)});
    for (size_t b = 0; b < window.batch; ++b)
      for (size_t c = 0; c < window.cols; ++c)
        numbers_.insert(numbers_.end(), window.column(b, c), window.column(b, c) + window.rows);
  }
  for (const State& part : state.parts()) parts_.emplace_back(part);
}

std::vector<Carried::Value> Carried::values() {
  std::vector<Value> all;
  Real* from = numbers_.data();
  for (const Shape& shape : shapes_) {
    all.push_back({shape.rows, shape.cols, shape.batch, from});
    from += all.back().size();
  }
  return all;
}

State Carried::on(Tape& tape) const {
  if (!parts_.empty()) {
    std::vector<State> parts;
    for (const Carried& part : parts_) parts.push_back(part.on(tape));
    return State::of_parts(tape, parts);
  }
  std::vector<Var> values;
  const Real* from = numbers_.data();
  for (const Shape& shape : shapes_) {
    values.push_back(tape.constant(shape.rows, shape.cols, shape.batch, from));
    from += size_t{shape.rows} * shape.cols * shape.batch;
  }
  return State(tape, values);
}

State Carried::on(Tape& tape, std::span<const uint32_t> items) const {
  if (!parts_.empty()) {
    std::vector<State> parts;
    for (const Carried& part : parts_) parts.push_back(part.on(tape, items));
    return State::of_parts(tape, parts);
  }
  std::vector<Var> values;
  const Real* from = numbers_.data();
  for (const Shape& shape : shapes_) {
    const size_t size = size_t{shape.rows} * shape.cols;
    values.push_back(tape.make(shape.rows, shape.cols, items.size()));
    Real* to = tape.fill(values.back()).data;
    for (const uint32_t item : items) to = std::copy_n(from + (shape.batch == 1 ? 0 : item) * size, size, to);
    from += size * shape.batch;
  }
  return State(tape, values);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
