#include "tasks/bits/priority_sort.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tasks/bits/shown_bits.hpp"
#include "tasks/bits/vectors.hpp"
#include "tasks/episode/sizes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

PrioritySortTask::PrioritySortTask(const PrioritySortSettings& settings) : settings_(settings) {
  check_limits("task.min-vectors", settings.min_vectors, "task.max-vectors", settings.max_vectors);
  check_limits("task.answers", settings.answers, "task.max-vectors", settings.max_vectors);
}

Shape PrioritySortTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_vectors, settings_.max_vectors, reach)};
}

void PrioritySortTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const size_t vectors = shape[0], bits = settings_.bits, answers = std::min(settings_.answers, vectors);
  batch.resize(spec(), vectors + 1 + answers, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    for (size_t v = 0; v < vectors; ++v) batch.input(b, v)[bits] = static_cast<Real>(stream.uniform(-1, 1));
    EpisodeVectors drawn(stream, settings_.style, bits, vectors);
    for (size_t v = 0; v < vectors; ++v) drawn.next(batch.input(b, v));
    batch.input(b, vectors)[bits + 1] = 1;
    // As the model sees them, so that priorities which rounding makes equal are equal here too.
    const auto priority = [&](size_t v) { return batch.input(b, v)[bits]; };
    for (size_t v = 0; v < vectors; ++v) {
      const size_t place = place_of(v, vectors, [&](size_t i, size_t j) { return priority(i) > priority(j); });
      if (place < answers) ask_for(batch.input(b, v), bits, batch, b, vectors + 1 + place);
    }
  }
}

Task::EvalGrid PrioritySortTask::eval_grid() const {
  const size_t least = settings_.answers, most = std::min(2 * least, kMostVectors);
  return {{{"task.vectors", fmt::format("{}..{}:{}", least, most, std::max<size_t>(1, least / 8))}},
          {{"task.draw", "hostile"}}};
}

std::string PrioritySortTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  const size_t bits = settings_.bits;
  std::string text = "priorities";
  for (size_t t = 0; batch.input(episode, t)[bits + 1] == 0; ++t)
    text += fmt::format(" {:.2f}", batch.input(episode, t)[bits]);
  return text + '\n' + shown_bits(batch, episode, answers, {{"priority", "end"}, {}});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
