#include "tasks/bits/ngrams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tasks/bits/shown_bits.hpp"
#include "tasks/episode/sizes.hpp"
#include "tasks/judges/bits_judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// One value for each context, on the stack, so that an episode allocates nothing.
template <class T>
using PerContext = std::array<T, size_t{1} << (NgramsTask::kMostOrder - 1)>;

}  // namespace

NgramsTask::NgramsTask(const NgramsSettings& settings) : settings_(settings) {
  check_limits("task.min-length", settings.min_length, "task.max-length", settings.max_length);
}

Shape NgramsTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_length, settings_.max_length, reach)};
}

void NgramsTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const size_t length = shape[0], past = settings_.order - 1, contexts = size_t{1} << past;
  batch.resize(spec(), length, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    PerContext<double> table;
    for (size_t c = 0; c < contexts; ++c) {  // the squared sine of a uniform angle is Beta(½, ½)
      const double sine = std::sin(std::numbers::pi / 2 * stream.uniform());
      table[c] = sine * sine;
    }
    size_t context = 0;
    for (size_t t = 0; t < length; ++t) {
      const size_t bit = stream.uniform() < (t < past ? 0.5 : table[context]);
      context = (2 * context + bit) & (contexts - 1);
      *batch.target.at(b, t) = static_cast<Real>(bit);
      *batch.scored(b, t) = 1;
      if (t + 1 < length) *batch.input(b, t + 1) = bit ? 1 : -1;
    }
  }
}

std::unique_ptr<Judge> NgramsTask::judge() const {
  return std::make_unique<BitsJudge>(
      [this](const Batch& batch, size_t episode) { return oracle_bits(batch, episode); });
}

double NgramsTask::oracle_bits(const Batch& batch, size_t episode) const {
  const size_t past = settings_.order - 1, contexts = size_t{1} << past;
  PerContext<std::array<uint32_t, 2>> seen;
  std::fill_n(seen.begin(), contexts, std::array<uint32_t, 2>{});
  double bits = 0;
  size_t context = 0;
  for (size_t t = 0; t < batch.steps(); ++t) {
    const size_t bit = *batch.target.at(episode, t) > Real(0.5);
    if (t < past) {
      bits += 1;
    } else {
      auto& counts = seen[context];
      bits -= std::log2((counts[bit] + 0.5) / (counts[0] + counts[1] + 1.0));
      ++counts[bit];
    }
    context = (2 * context + bit) & (contexts - 1);
  }
  return bits;
}

std::string NgramsTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_bits(batch, episode, answers) +
         fmt::format("the best predictor pays {:.1f} bits\n", oracle_bits(batch, episode));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
