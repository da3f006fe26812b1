#include "tasks/bits/repeat_copy.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tasks/bits/shown_bits.hpp"
#include "tasks/bits/vectors.hpp"
#include "tasks/episode/sizes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

RepeatCopyTask::RepeatCopyTask(const RepeatCopySettings& settings) : settings_(settings) {
  check_limits("task.min-length", settings.min_length, "task.max-length", settings.max_length);
  check_limits("task.min-repeats", settings.min_repeats, "task.max-repeats", settings.max_repeats);
  const auto most = static_cast<double>(settings.repeats_norm);
  mean_ = (most + 1) / 2;
  deviation_ = most > 1 ? std::sqrt((most * most - 1) / 12) : 1;
}

Shape RepeatCopyTask::shape(Stream& draw, Reach reach) const {
  // Where a curriculum asks for large sizes alone, one of the two is large, and the other is anything up to it.
  const Reach below{0, reach.to};
  const bool long_ones = reach.from == 0 || draw.uniform() < 0.5;
  const uint32_t length = draw_size(draw, settings_.min_length, settings_.max_length, long_ones ? reach : below);
  return {length,
          draw_size(draw, settings_.min_repeats, settings_.max_repeats, long_ones && reach.from > 0 ? below : reach)};
}

void RepeatCopyTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const size_t length = shape[0], repeats = shape[1], bits = settings_.bits;
  batch.resize(spec(), length + 1 + length * repeats + 1, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    EpisodeVectors drawn(stream, settings_.style, bits, length);
    for (size_t t = 0; t < length; ++t) drawn.next(batch.input(b, t));
    batch.input(b, length)[bits] = static_cast<Real>((static_cast<double>(repeats) - mean_) / deviation_);
    if (settings_.delimiter) batch.input(b, length)[bits + 1] = 1;
    for (size_t t = 0; t < length * repeats; ++t) ask_for(batch.input(b, t % length), bits, batch, b, length + 1 + t);
    ask_for(batch.input(b, 0), 0, batch, b, batch.steps() - 1);
    batch.target.at(b, batch.steps() - 1)[bits] = 1;
  }
}

std::string RepeatCopyTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  std::vector<std::string> inputs{"times"};
  if (settings_.delimiter) inputs.emplace_back("|");
  size_t length = 0;
  while (batch.scored(episode, length + 1)[0] == 0) ++length;
  return fmt::format("{} times the sequence, a number that is shown as {:.4g} at step {}\n",
                     (batch.steps() - length - 2) / length, batch.input(episode, length)[settings_.bits], length + 1) +
         shown_bits(batch, episode, answers, {inputs, {"end"}});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
