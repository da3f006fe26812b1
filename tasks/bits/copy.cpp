#include "tasks/bits/copy.hpp"

#include "tasks/bits/shown_bits.hpp"
#include "tasks/bits/vectors.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

CopyTask::CopyTask(const CopySettings& settings) : settings_(settings) {
  check_limits("task.min-length", settings.min_length, "task.max-length", settings.max_length);
}

Shape CopyTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_length, settings_.max_length, reach)};
}

void CopyTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const size_t length = shape[0], bits = settings_.bits, first = settings_.framed ? 1 : 0;
  batch.resize(spec(), 2 * length + 1 + 2 * first, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    EpisodeVectors drawn(stream, settings_.style, bits, length);
    for (size_t t = 0; t < length; ++t) {
      drawn.next(batch.input(b, first + t));
      ask_for(batch.input(b, first + t), bits, batch, b, first + length + 1 + t);
    }
    batch.input(b, first + length)[bits] = 1;
    if (!settings_.framed) continue;
    batch.input(b, 0)[bits + 1] = 1;
    ask_for(batch.input(b, 0), 0, batch, b, batch.steps() - 1);
    batch.target.at(b, batch.steps() - 1)[bits] = 1;
  }
}

std::string CopyTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  if (!settings_.framed) return shown_bits(batch, episode, answers);
  return shown_bits(batch, episode, answers, {{"|", "start"}, {"end"}});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
