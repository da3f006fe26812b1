#include "tasks/bits/sort.hpp"

#include <algorithm>

#include "tasks/bits/shown_bits.hpp"
#include "tasks/bits/vectors.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

SortTask::SortTask(const SortSettings& settings) : settings_(settings) {
  check_limits("task.min-length", settings.min_length, "task.max-length", settings.max_length);
}

Shape SortTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_length, settings_.max_length, reach)};
}

void SortTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const size_t length = shape[0], bits = settings_.bits;
  batch.resize(spec(), 2 * length + 1, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    EpisodeVectors drawn(stream, settings_.style, bits, length);
    for (size_t t = 0; t < length; ++t) drawn.next(batch.input(b, t));
    batch.input(b, length)[bits] = 1;
    const auto less = [&](size_t i, size_t j) {
      const Real *x = batch.input(b, i), *y = batch.input(b, j);
      return std::lexicographical_compare(x, x + bits, y, y + bits);
    };
    for (size_t t = 0; t < length; ++t)
      ask_for(batch.input(b, t), bits, batch, b, length + 1 + place_of(t, length, less));
  }
}

std::string SortTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_bits(batch, episode, answers, {{"end"}, {}});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
