#include "tasks/batch_stream.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var BatchStream::on(Tape& tape, size_t first, size_t count, size_t from, size_t to) const {
  if (shape.kind == StreamKind::kTokens) {
    uint32_t* const chosen = tape.keep<uint32_t>((to - from) * count);
    for (size_t b = 0; b < count; ++b)
      std::copy_n(tokens.data() + (first + b) * steps + from, to - from, chosen + b * (to - from));
    return tape.tokens(width(), to - from, count, chosen);
  }
  const Var numbers = tape.make(width(), to - from, count);
  const auto window = tape.fill(numbers);
  for (size_t b = 0; b < count; ++b) std::copy_n(at(first + b, from), width() * (to - from), window.item(b));
  return numbers;
}

Var BatchStream::mask_on(Tape& tape, size_t first, size_t count, size_t from, size_t to) const {
  const Var mask = tape.make(to - from, 1, count);
  const auto window = tape.fill(mask);
  for (size_t b = 0; b < count; ++b)
    for (size_t t = from; t < to; ++t) window.item(b)[t - from] = t < lengths[first + b] ? 1 : 0;
  return mask;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
