#include "tasks/bits/reverse.hpp"

#include "tasks/bits/shown_bits.hpp"
#include "tasks/bits/vectors.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

ReverseTask::ReverseTask(const ReverseSettings& settings) : settings_(settings) {
  check_limits("task.min-length", settings.min_length, "task.max-length", settings.max_length);
}

Shape ReverseTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_length, settings_.max_length, reach)};
}

void ReverseTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const size_t length = shape[0], bits = settings_.bits;
  batch.resize(spec(), 2 * length + 1, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    EpisodeVectors drawn(stream, settings_.style, bits, length);
    for (size_t t = 0; t < length; ++t) {
      drawn.next(batch.input(b, t));
      ask_for(batch.input(b, t), bits, batch, b, 2 * length - t);
    }
    batch.input(b, length)[bits] = 1;
  }
}

std::string ReverseTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_bits(batch, episode, answers, {{"end"}, {}});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
